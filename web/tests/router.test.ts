/** Every page that the server has is shown, and no other. */
import { expect, test, vi } from 'vitest'
import { ROUTES } from '../src/pages'

vi.hoisted(() => {
  vi.stubGlobal('location', { pathname: '/' })
  vi.stubGlobal('addEventListener', () => undefined)
})
const { parse } = await import('../src/router.svelte')

test.each(ROUTES)('$path is shown by $screen', (route) => {
  const path = route.path.replace('{game:int}', '2').replace(/{\w+}/g, 'tomi')
  expect(parse(path).route).toBe(route)
})

test.each(['/news', '/learn/dice', '/t', '/t/tomi/more', '/t/tomi/review/watch', '/pad/tomi/1', '/t/tomi/replay/0'])(
  'nothing is shown at %s',
  (path) => expect(parse(path).route).toBe(null),
)

test('a screen is given what its address says', () => {
  expect(parse('/t/tomi').properties).toEqual({ table: 'tomi' })
  expect(parse('/t/tomi/watch/review').properties).toEqual({ table: 'tomi', watch: true, review: true })
  expect(parse('/t/tomi/replay/2').properties).toEqual({ table: 'tomi', game: 2 })
  expect(parse('/learn/cards').properties).toEqual({ game: 'cards' })
})

test('a review is a state of its table, a watched table is another page', () => {
  expect(parse('/t/tomi/review').key).toBe(parse('/t/tomi').key)
  expect(parse('/t/tomi/watch').key).not.toBe(parse('/t/tomi').key)
  expect(parse('/t/anna').key).not.toBe(parse('/t/tomi').key)
})

test('a private link that the server does not know differs from other missing pages', () => {
  expect([parse('/t/tomi/s/word').isSecret, parse('/t/tomi/x/word').isSecret]).toEqual([true, false])
})

// Back and Forward

/** The history of a browser, as far as pages know it; like a browser it moves the page first and tells it then. */
function fakeHistory() {
  const window = new EventTarget()
  const entries: { state: unknown; path: string }[] = [{ state: null, path: '/' }]
  let now = 0
  const change = (state: unknown, path?: string): void => {
    const before = entries[now]!
    entries[now] = { state: structuredClone(state), path: path ?? before.path }
    location.pathname = entries[now]!.path
  }
  const history = {
    get state() {
      return entries[now]!.state
    },
    replaceState: (state: unknown, _: string, path?: string) => change(state, path),
    pushState: (state: unknown, _: string, path?: string) => {
      entries.splice(now + 1, Infinity, { state: null, path: entries[now]!.path })
      now += 1
      change(state, path)
    },
  }
  const location = { pathname: '/' }
  const scroll = (to: number): void => {
    vi.stubGlobal('scrollY', to)
    window.dispatchEvent(new Event('scroll'))
  }
  const move = (by: number): void => {
    now += by
    location.pathname = entries[now]!.path
    vi.stubGlobal('scrollY', 0)
    window.dispatchEvent(new Event('popstate'))
  }
  const globals = { history, location, addEventListener: window.addEventListener.bind(window) }
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
  vi.stubGlobal('document', { querySelector: () => null, activeElement: null, body: null })
  vi.stubGlobal('requestAnimationFrame', (then: () => void) => then())
  vi.stubGlobal('scrollTo', (_: number, to: number) => scroll(to))
  scroll(0)
  return { scroll, move, leave: () => window.dispatchEvent(new Event('pagehide')) }
}

/** The page, loaded again. */
async function load() {
  vi.resetModules()
  const [{ go }, { arrive }] = await Promise.all([import('../src/router.svelte'), import('../src/focus')])
  const heading = { isConnected: true, focus: () => undefined } as unknown as HTMLElement
  arrive(heading)
  return { go, at: () => (arrive(heading), scrollY) }
}

test('Back leads to the place where a page was left, and Forward does, too', async () => {
  const browser = fakeHistory()
  const page = await load()
  browser.scroll(600)
  page.go('/history')
  expect(page.at(), 'a page that was not shown before begins at its top').toBe(0)
  browser.scroll(250)
  browser.move(-1)
  expect(page.at()).toBe(600)
  browser.scroll(400)
  browser.move(1)
  expect(page.at()).toBe(250)
  browser.move(-1)
  expect(page.at()).toBe(400)
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000)
  expect(page.at(), 'another screen in the same place').toBe(0)
  vi.restoreAllMocks()
})

test('a page that was loaded again knows the places from before', async () => {
  const browser = fakeHistory()
  const before = await load()
  before.go('/history')
  browser.scroll(250)
  browser.move(-1)
  before.at()
  browser.scroll(300)
  browser.leave()
  browser.move(1)
  const after = await load()
  browser.move(-1)
  expect(after.at()).toBe(300)
})
