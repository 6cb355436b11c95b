/** What can be done where the result of a pad is shown. */
import { render } from 'svelte/server'
import { beforeAll, expect, test, vi } from 'vitest'

vi.hoisted(() => {
  vi.stubGlobal('location', { pathname: '/pad' })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('matchMedia', () => ({ addEventListener: () => undefined, matches: false }))
  vi.stubGlobal('document', { documentElement: { lang: '', dataset: {} }, querySelector: () => null })
})
const { t, language } = await import('../src/i18n.svelte')
const { default: Result } = await import('../src/pad/Result.svelte')
const { blank } = await import('../src/pad/state')

beforeAll(async () => {
  await language.use('en')
})

const nothing = (): void => undefined

test('who has just ended a game by mistake may go back to the one before it, where there is one', () => {
  const book = { pad: blank('dice', ['Ann', 'Ben'], 2), mine: [0] }
  const shown = (restore: (() => void) | null): string =>
    render(Result, { props: { book: book as never, you: 0, reopen: nothing, renew: nothing, restore } }).body
  expect(shown(nothing)).toContain(t('pad.restore.before'))
  expect(shown(null)).not.toContain(t('pad.restore.before'))
  expect(shown(null)).toContain(t('pad.renew'))
})
