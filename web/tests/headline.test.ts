import { render } from 'svelte/server'
import { beforeAll, expect, test, vi } from 'vitest'
import { loadWords, useLanguage } from '../src/i18n.svelte'
import type { Outcome, PublicView, SeatInfo, TableInfo } from '../src/protocol'
import Headline from '../src/screens/end/Headline.svelte'
import { resultOf } from '../src/screens/end/result'

const NAMES = ['Anna', 'Otto', 'Ben']
const CHARACTERS: readonly SeatInfo['character'][] = [null, 'Otto', null]
const sheet = { rows: [[], [], [], []], locks: [], penalties: 0, points: [0, 0, 0, 0], total: 0 }
const view = { sheets: NAMES.map(() => sheet), closed_rows: ['red', 'blue'], turn: 16 } as unknown as PublicView
const info = {
  table: 'T',
  games_played: 1,
  seats: NAMES.map((name, seat) => ({ name, character: CHARACTERS[seat] })),
} as unknown as TableInfo

/** The headline, and what else of the end is told there, as a seat sees it; Anna and Otto have as many points. */
function told(seat: number | null): { headline: string; portraits: number; rings: number } {
  const outcome: Outcome = { reason: 'two_rows', totals: [52, 52, 47], places: [1, 1, 3] }
  const props = { info, view, outcome, result: resultOf(outcome, seat), seat, names: NAMES }
  const html = render(Headline, { props }).body
  return {
    headline: />([^<]*)<\/h1>/.exec(html)?.[1] ?? '',
    portraits: html.match(/class="plate/g)?.length ?? 0,
    rings: html.match(/class="[^"]*ringed/g)?.length ?? 0,
  }
}

beforeAll(() => {
  vi.stubGlobal('document', { documentElement: { lang: '' }, querySelector: () => null })
})

test.each([
  ['en', 'Anna and Otto share the win', 'You and Otto share the win'],
  ['de', 'Anna und Otto teilen sich den Sieg', 'Du teilst dir den Sieg mit Otto'],
  ['es', 'Anna y Otto comparten la victoria', 'Compartes la victoria con Otto'],
  ['pt', 'Anna e Otto partilham a vitória', 'Partilhas a vitória com Otto'],
] as const)('all who share a win are named and celebrated, in %s', async (language, watched, own) => {
  await useLanguage(language)
  await loadWords('play', 'end')
  expect(told(null)).toEqual({ headline: watched, portraits: 2, rings: 2 })
  expect(told(0)).toEqual({ headline: own, portraits: 2, rings: 2 })
})
