/** How open games are called on the first screen. */
import { beforeAll, expect, test, vi } from 'vitest'
import { t, language } from '../src/i18n.svelte'
import type { TableSummary } from '../src/protocol'

vi.hoisted(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))
  vi.stubGlobal('document', { documentElement: { lang: '', dataset: {} }, querySelector: () => null })
  vi.stubGlobal('navigator', { onLine: true })
})
const { standingOf } = await import('../src/screens/home/openGames')

const YOU = { name: 'Ann', bot: null, character: null, face: 'fox' }
const MILA = { name: 'Mila', bot: 'casual', character: 'Mila', face: null }
const FREE = { name: null, bot: null, character: null, face: null }

/** The title of a table that waits for players. */
function called(...others: object[]): string {
  const glance = { state: 'open', game: 'cards', turn: 0, totals: [], to_act: [], seats: [YOU, ...others] }
  return standingOf(glance as unknown as TableSummary, 0, 'Ann').game
}

beforeAll(() => language.use('en'))

test('a table is called by who is there, and nobody is called an open seat', () => {
  expect(called(FREE, FREE)).toBe(t('game.cards'))
  expect(called(MILA, FREE)).toBe(t('home.games.with', { game: t('game.cards'), names: 'Mila' }))
})
