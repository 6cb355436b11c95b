/** Which page the address names. */
import { ROUTES, type Route } from './pages'
import { hrefOf, pathIn } from './site'
import { t } from './i18n.svelte'

type Values = Record<string, string | number>

interface Page {
  /** Null where the server has no page; loaded again, it would be status 404. */
  route: Route | null
  /** What the screen is given. */
  properties: Readonly<Record<string, string | number | boolean>>
  /** Another screen has another one. */
  key: string
  /** A private link that the server does not know; it answers all others itself. */
  isSecret: boolean
}

export const LEARN_DICE = '/learn'
export const LEARN_CARDS = '/learn/cards'
export const OFFLINE = '/offline'

const partsOf = (path: string): string[] => path.split('/').filter((part) => part !== '')

const PLACEHOLDER = /\{(\w+)(:int)?\}/

/** What stands where a path has braces; null if the path is another one. */
function match(path: string, parts: readonly string[]): Values | null {
  const pattern = partsOf(path)
  if (pattern.length !== parts.length) return null
  const found: Values = {}
  for (const [place, part] of parts.entries()) {
    const [, name, isNumber] = PLACEHOLDER.exec(pattern[place] ?? '') ?? []
    if (name === undefined ? pattern[place] !== part : isNumber && !/^[1-9]\d*$/.test(part)) return null
    if (name !== undefined) found[name] = isNumber ? Number(part) : part
  }
  return found
}

const filled = (path: string, values: Readonly<Values>): string =>
  partsOf(path)
    .map((part) => values[PLACEHOLDER.exec(part)?.[1] ?? ''] ?? part)
    .join('/')

export function parse(path: string): Page {
  const parts = partsOf(path)
  for (const route of ROUTES) {
    const values = match(route.path, parts)
    if (values === null) continue
    return {
      route,
      properties: { ...route.properties, ...values },
      key: filled(route.within ?? route.path, values),
      isSecret: false,
    }
  }
  return { route: null, properties: {}, key: path, isSecret: match('/t/{table}/s/{secret}', parts) !== null }
}

class Router {
  #page = $state.raw(parse(pathIn(location)))

  /** The page now; `go` changes it. */
  get page(): Page {
    return this.#page
  }

  /** The address has changed. */
  update(): void {
    this.#page = parse(pathIn(location))
  }
}

export const router = new Router()

/** State of a history entry: its id, and the scroll position when it was left. */
interface Entry {
  at?: number
  scroll?: number
}
const entryNow = (): Entry => (history.state ?? {}) as Entry

// An entry that was left by Back or Forward cannot be written to any more.
const left = new Map<number, number>()
let at = globalThis.history === undefined ? undefined : entryNow().at
let scrolled = 0

// Milliseconds in which a page comes to its place; another screen in its stead, such as the next game, begins at its top.
const ARRIVES = 5000
let arrivesUntil = 0

const keep = (): void => history.replaceState({ ...entryNow(), at, scroll: scrollY }, '')

/** How far this page was scrolled when it was left, if Back or Forward have just led to it. */
export const scrollThen = (): number =>
  performance.now() < arrivesUntil ? (left.get(at ?? 0) ?? entryNow().scroll ?? 0) : 0

export function go(path: string): void {
  if (path !== pathIn(location)) {
    at ??= Math.random()
    left.set(at, scrollY)
    keep()
    at = Math.random()
    arrivesUntil = 0
    history.pushState({ at }, '', hrefOf(path))
  }
  router.update()
}

/** Changes the page without a way back to this one. */
export function goInstead(path: string): void {
  at = Math.random()
  arrivesUntil = 0
  history.replaceState({ at }, '', hrefOf(path))
  router.update()
}

// Some browsers restore the scroll position before `popstate`, but none before the last `scroll` event.
addEventListener('scroll', () => (scrolled = scrollY), { passive: true })
addEventListener('popstate', () => {
  if (at !== undefined) left.set(at, scrolled)
  at = entryNow().at
  arrivesUntil = performance.now() + ARRIVES
  router.update()
})
addEventListener('pagehide', keep)

/** For links: a plain click changes the page without reloading it. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  go(pathIn(event.currentTarget as HTMLAnchorElement))
}

export function tablePath(table: string, watch = false): string {
  return `/t/${encodeURIComponent(table)}${watch ? '/watch' : ''}`
}

export const padPath = (pad: string): string => `/pad/${encodeURIComponent(pad)}`

/** The display of a table or a score pad. */
export const tvPath = (table: string): string => `/tv/${encodeURIComponent(table)}`

export function reviewPath(table: string, watch: boolean): string {
  return `${tablePath(table, watch)}/review`
}

export const replayPath = (table: string, game: number): string => `${tablePath(table)}/replay/${game}`

/** Sets the title of the window to that of a page, followed by the name of the game; returns it. */
export const showTitle = (page: string): string => (document.title = `${page} · ${t('app')}`)
