/** Which page the address names. */

export type Page =
  | { name: 'home' }
  | { name: 'puzzle' }
  | { name: 'learn'; game: 'dice' | 'cards' }
  | { name: 'table'; table: string; watch: boolean; review: boolean }
  | { name: 'around'; path: readonly string[] }
  | { name: 'secret' }
  | { name: 'missing' }

export const LEARN_DICE = '/learn'
export const LEARN_CARDS = '/learn/cards'

/** What there is beside tables; around/screens.ts knows the rest of these addresses. */
const AROUND = ['pad', 'replay', 'daily', 'history', 'fairness']

export function parse(path: string): Page {
  const parts = path.split('/').filter((part) => part !== '')
  if (parts.length === 0) return { name: 'home' }
  const [first, table, third] = parts
  if (parts.length === 1 && first === 'puzzle') return { name: 'puzzle' }
  if (path === LEARN_DICE) return { name: 'learn', game: 'dice' }
  if (path === LEARN_CARDS) return { name: 'learn', game: 'cards' }
  if (AROUND.includes(first ?? '') || third === 'replay') return { name: 'around', path: parts }
  if (first !== 't' || table === undefined) return { name: 'missing' }
  const watch = third === 'watch'
  const review = parts.at(-1) === 'review'
  if (parts.length === 2 + Number(watch) + Number(review)) return { name: 'table', table, watch, review }
  // The server answers a private link itself; it comes here only if it does not know it.
  if (parts.length === 4 && third === 's') return { name: 'secret' }
  return { name: 'missing' }
}

/** The page now: read `router.page`, change it with `go`. */
export const router: { readonly page: Page } = $state({ page: parse(location.pathname) })

function show(): void {
  ;(router as { page: Page }).page = parse(location.pathname)
}

export function go(path: string): void {
  if (path !== location.pathname) history.pushState(null, '', path)
  show()
}

/** Changes the page without a way back to this one. */
export function goInstead(path: string): void {
  history.replaceState(null, '', path)
  show()
}

addEventListener('popstate', show)

/** For links: a plain click changes the page without loading it anew. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  go((event.currentTarget as HTMLAnchorElement).pathname)
}

export function tablePath(table: string, watch = false): string {
  return `/t/${encodeURIComponent(table)}${watch ? '/watch' : ''}`
}

export function reviewPath(table: string, watch: boolean): string {
  return `${tablePath(table, watch)}/review`
}

/** A path of this server as a link to send. */
export function absolute(path: string): string {
  return new URL(path, location.href).href
}
