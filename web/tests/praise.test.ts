import { beforeAll, expect, test, vi } from 'vitest'
import { t, language } from '../src/i18n.svelte'
import type { Review, Sheet } from '../src/protocol'
import { praiseFor, type FinishedGame } from '../src/screens/end/praise'

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: { lang: '' }, querySelector: () => null })
  await language.use('en')
})

const sheet = (...points: number[]): Sheet => ({ rows: [[], [], [], []], locks: [], penalties: 0, points, total: 0 })
const seat = (luck: number, skill: number) => ({ luck, skill })
const judged = (own: number, other: number, luck = 0): Review =>
  ({ game: 'dice', unit: 'points', seats: [seat(0, own), seat(luck, other)] }) as unknown as Review
const played = (more: Partial<FinishedGame>): FinishedGame => ({
  seat: 0,
  winner: 1,
  names: ['Ann', 'Mila'],
  outcome: { reason: 'two_rows', totals: [40, 48], places: [2, 1] },
  sheets: [sheet(3, 6, 1, 0), sheet(21, 15, 3, 0)],
  review: null,
  best: null,
  ...more,
})
const head = (more: Partial<FinishedGame>): string => praiseFor(played(more)).head

test('better choices are praised first, with the luck of the other', () => {
  const found = praiseFor(played({ review: judged(-2, -5, 8), sheets: [sheet(21, 0, 0, 0), sheet(1, 1, 1, 1)] }))
  expect(found).toEqual({
    head: t('end.skill.better.you', { count: 3 }),
    sub: t('end.luck.gave', { what: t('end.luck.dice'), name: 'Mila', count: 8 }),
  })
})

test('nothing is said of choices that were not better', () => {
  for (const review of [judged(-5, -5), judged(-9, -5)]) expect(head({ review })).toBe(head({}))
})

test('then a good row, or the best of the table', () => {
  expect(praiseFor(played({ sheets: [sheet(3, 15, 1, 0), sheet(21, 15, 3, 0)] }))).toEqual({
    head: t('end.praise.row', { row: 'yellow', points: 15 }),
    sub: '',
  })
  expect(praiseFor(played({ sheets: [sheet(3, 6, 1, 0), sheet(6, 3, 3, 0)] })).sub).toBe(t('end.praise.row.best'))
})

test('then the best result so far, and else only how close it was', () => {
  expect(head({ best: 39 })).toBe(t('end.praise.total'))
  expect(praiseFor(played({ best: 40 }))).toEqual({
    head: t('label.score', { points: 40 }),
    sub: t('end.praise.behind', { gap: 8, name: 'Mila' }),
  })
})
