import { render } from 'svelte/server'
import { beforeAll, expect, test, vi } from 'vitest'
import { capital, t, language } from '../src/i18n.svelte'
import type { Outcome, PublicView, SeatInfo, TableInfo } from '../src/protocol'
import Headline from '../src/screens/end/Headline.svelte'
import { rankingOf } from '../src/sheet'

vi.hoisted(() => {
  vi.stubGlobal('location', { pathname: '/' })
  vi.stubGlobal('addEventListener', () => undefined)
})

const NAMES = ['Anna', 'Otto', 'Ben']
const CHARACTERS: readonly SeatInfo['character'][] = [null, 'Otto', null]
const sheet = { rows: [[], [], [], []], locks: [], penalties: 0, points: [0, 0, 0, 0], total: 0 }
const view = { sheets: NAMES.map(() => sheet), closed_rows: ['red', 'blue'], turn: 16 } as unknown as PublicView
const info = {
  table: 'T',
  games_played: 1,
  seats: NAMES.map((name, seat) => ({
    name,
    character: CHARACTERS[seat],
    bot: CHARACTERS[seat] === null ? null : 'gap',
  })),
} as unknown as TableInfo

/** The headline, and what else of the end is told there, as a seat sees it; Anna and Otto have as many points. */
function told(seat: number | null) {
  const outcome: Outcome = { reason: 'two_rows', totals: [52, 52, 47], places: [1, 1, 3] }
  const props = { info, view, outcome, result: rankingOf(outcome, seat), seat, names: NAMES }
  const html = render(Headline, { props }).body
  return {
    headline: />([^<]*)<\/h1>/.exec(html)?.[1] ?? '',
    portraits: html.match(/class="plate/g)?.length ?? 0,
    rays: html.match(/viewBox="0 0 200 200"/g)?.length ?? 0,
    rings: html.match(/class="[^"]*ringed/g)?.length ?? 0,
  }
}

beforeAll(() => {
  vi.stubGlobal('document', { documentElement: { lang: '' }, querySelector: () => null })
})

test('all who share a win are named and celebrated', async () => {
  await language.use('en')
  const watched = t('end.win.shared', { names: 'Anna and Otto' })
  const own = t('end.win.shared.you', { names: 'Otto' })
  expect(told(null)).toEqual({ headline: watched, portraits: 2, rays: 2, rings: 1 })
  expect(told(0)).toEqual({ headline: own, portraits: 2, rays: 2, rings: 1 })
  expect(told(2), 'who loses sees the winners, and no rays').toEqual({
    headline: watched,
    portraits: 2,
    rays: 0,
    rings: 0,
  })
})

/** The words of the end of a game, as a seat reads them. */
function words(
  seat: number | null,
  outcome: Outcome,
  sheets: readonly Partial<PublicView['sheets'][number]>[],
): string {
  const seen = { ...view, sheets: sheets.map((each) => ({ ...sheet, ...each })) } as unknown as PublicView
  const props = { info, view: seen, outcome, result: rankingOf(outcome, seat), seat, names: NAMES }
  return render(Headline, { props })
    .body.replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
}

test('a player who is behind reads by how much, and everyone why it is over', async () => {
  await language.use('en')
  const outcome: Outcome = { reason: 'two_rows', totals: [40, 52, 47], places: [3, 1, 2] }
  const told = words(0, outcome, [{}, {}, {}])
  expect(told).toContain(t('end.win.one', { name: 'Otto', gap: 5 }))
  expect(told).toContain(t('end.place.3', { gap: 12 }))
  expect(told).toContain(t('end.why.two_rows', { rows: 'red and blue' }))
  expect(words(1, outcome, [{}, {}, {}])).toContain(t('end.win.you', { gap: 5 }))
})

test('who has ended the game alone is named', () => {
  const outcome: Outcome = { reason: 'four_penalties', totals: [40, 52], places: [2, 1] }
  expect(words(0, outcome, [{}, { penalties: 4 }])).toContain(t('end.why.four_penalties', { name: 'Otto' }))
  const yours = t('end.why.four_penalties', { name: capital(t('you')) })
  expect(words(1, outcome, [{}, { penalties: 4 }]), 'a line begins with a capital').toContain(yours)
  const rows: Outcome = { reason: 'two_rows', totals: [40, 52], places: [2, 1] }
  const open = { ...view, closed_rows: [] } as unknown as PublicView
  const sheets = [{ ...sheet, locks: ['red', 'blue'] }, sheet] as unknown as PublicView['sheets']
  const props = {
    info,
    view: { ...open, sheets },
    outcome: rows,
    result: rankingOf(rows, null),
    seat: null,
    names: NAMES,
  }
  expect(render(Headline, { props }).body).toContain(t('end.why.two_rows_by', { names: 'Anna' }))
})

test('nobody celebrates a bot', () => {
  const outcome: Outcome = { reason: 'two_rows', totals: [40, 52, 47], places: [3, 1, 2] }
  const props = { info, view, outcome, result: rankingOf(outcome, null), seat: null, names: NAMES }
  expect(render(Headline, { props }).body).not.toContain('viewBox="0 0 200 200"')
})

test('alone, the points are the headline', () => {
  const outcome: Outcome = { reason: 'two_rows', totals: [71], places: [1] }
  expect(words(0, outcome, [{}])).toContain(t('label.score', { points: 71 }))
})
