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
  ['pt-BR', 'Anna e Otto dividem a vitória', 'Você divide a vitória com Otto'],
] as const)('all who share a win are named and celebrated, in %s', async (language, watched, own) => {
  await useLanguage(language)
  await loadWords('play', 'end')
  expect(told(null)).toEqual({ headline: watched, portraits: 2, rings: 2 })
  expect(told(0)).toEqual({ headline: own, portraits: 2, rings: 2 })
})

/** The words of the end of a game, as a seat reads them. */
function words(
  seat: number | null,
  outcome: Outcome,
  sheets: readonly Partial<PublicView['sheets'][number]>[],
): string {
  const seen = { ...view, sheets: sheets.map((each) => ({ ...sheet, ...each })) } as unknown as PublicView
  const props = { info, view: seen, outcome, result: resultOf(outcome, seat), seat, names: NAMES }
  return render(Headline, { props })
    .body.replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
}

test('whoever is behind reads by how much, and everybody why it is over', async () => {
  await useLanguage('en')
  await loadWords('play', 'end')
  const outcome: Outcome = { reason: 'two_rows', totals: [40, 52, 47], places: [3, 1, 2] }
  const told = words(0, outcome, [{}, {}, {}])
  expect(told).toContain('Otto wins by 5')
  expect(told).toContain('You are third, 12 points behind')
  expect(told).toContain('Closed on turn 16: red and blue')
  expect(words(1, outcome, [{}, {}, {}])).toContain('You win by 5')
})

test('who has ended the game alone is named', () => {
  const outcome: Outcome = { reason: 'four_penalties', totals: [40, 52], places: [2, 1] }
  expect(words(0, outcome, [{}, { penalties: 4 }])).toContain('Fourth penalty: Otto')
  const rows: Outcome = { reason: 'two_rows', totals: [40, 52], places: [2, 1] }
  const open = { ...view, closed_rows: [] } as unknown as PublicView
  const sheets = [{ ...sheet, locks: ['red', 'blue'] }, sheet] as unknown as PublicView['sheets']
  const props = {
    info,
    view: { ...open, sheets },
    outcome: rows,
    result: resultOf(rows, null),
    seat: null,
    names: NAMES,
  }
  expect(render(Headline, { props }).body).toContain('Two rows finished: Anna')
})

test('alone, the points are the headline', () => {
  const outcome: Outcome = { reason: 'two_rows', totals: [71], places: [1] }
  expect(words(0, outcome, [{}])).toContain('71 points')
})
