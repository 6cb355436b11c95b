import { expect, test } from 'vitest'
import type { CurvePoint, GameReview, Review } from '../src/protocol'
import { noteBeside } from '../src/screens/end/note'
import { rankingOf } from '../src/sheet'
import { crossesInTurn, turningPoint, wholePoints } from '../src/screens/end/story'

const point = (turn: number, values: readonly number[], luck: readonly number[] = [0, 0]): CurvePoint => ({
  turn,
  step: turn,
  active: null,
  values,
  luck,
})

function review(...curve: CurvePoint[]): Review {
  return { unit: 'win', curve, decisions: [], seats: [], game: 'dice' } as unknown as Review
}

const outcome = (...totals: number[]) => ({
  reason: 'two_rows' as const,
  totals,
  places: totals.map((total) => 1 + totals.filter((other) => other > total).length),
})

test('the order begins with the winners, and with oneself among equals', () => {
  expect(rankingOf(outcome(40, 52, 47), 0)).toEqual({ order: [1, 2, 0], winners: [1], lead: 5 })
  expect(rankingOf(outcome(40, 40, 12), 1)).toEqual({ order: [1, 0, 2], winners: [1, 0], lead: 28 })
  expect(rankingOf(outcome(77), 0)).toEqual({ order: [0], winners: [0], lead: 0 })
})

test('a game turns where the winner takes the lead', () => {
  const game = review(
    point(0, [0.5, 0.5]),
    point(1, [0.4, 0.6]),
    point(2, [0.6, 0.4]),
    point(3, [0.35, 0.65], [0.2, -0.2]),
    point(4, [0.9, 0.1]),
    point(5, [1, 0]),
  )
  expect(turningPoint(game, 1, [0])).toEqual({
    index: 4,
    turn: 3,
    whose: 1,
    before: 0.65,
    after: 0.1,
    who: 0,
    lucky: false,
  })
})

test('a player without a chance before and after reads who gained', () => {
  const game = review(point(0, [0.3, 0.4, 0.3]), point(1, [0, 0.4, 0.6]), point(2, [0, 0.9, 0.1]), point(3, [0, 1, 0]))
  expect(turningPoint(game, 0, [1])).toMatchObject({ turn: 1, whose: 1, before: 0.4, after: 0.9 })
})

test('a winner who always led gained most somewhere', () => {
  const game = review(point(0, [0.6, 0.4]), point(1, [0.62, 0.38]), point(2, [0.9, 0.1], [0.2, -0.2]), point(3, [1, 0]))
  expect(turningPoint(game, 0, [0])?.turn).toBe(1)
})

test('a ripple that brought the lead is no turn beside a plunge, and alone it is none at all', () => {
  const ripple = [point(0, [0.5, 0.5]), point(1, [0.42, 0.58]), point(2, [0.53, 0.47])]
  expect(turningPoint(review(...ripple, point(3, [1, 0])), 1, [0])).toMatchObject({ turn: 2, before: 0.47, after: 0 })
  expect(turningPoint(review(...ripple, point(3, [0.6, 0.4])), 1, [0])).toBeNull()
  const solo = { ...review(point(0, [70]), point(1, [72]), point(2, [69])), unit: 'points' } as Review
  expect(turningPoint(solo, 0, [0])).toBeNull()
})

test('a shared win turns where the own line changed most, and nothing turns before the first turn', () => {
  const game = review(point(0, [0.2, 0.8]), point(1, [0.7, 0.3]), point(2, [0.8, 0.2]), point(3, [0.5, 0.5]))
  expect(turningPoint(game, 0, [0, 1])?.turn).toBe(2)
  expect(turningPoint(review(point(0, [0.5, 0.5])), 0, [0])).toBeNull()
})

test('what somebody crossed in a turn is found by its choice', () => {
  const choices = [
    { text: '-', kind: 'pass', colour: null, numbers: [] },
    { text: 'b4', kind: 'cross', colour: 'blue', numbers: [4] },
  ]
  const decision = (chosen: number) => ({ turn: 3, seat: 1, chosen, options: [{ choice: '-' }, { choice: 'b4' }] })
  const found = {
    review: { decisions: [decision(1), decision(0)] },
    views: [{ choices }, { choices }],
  } as unknown as GameReview
  expect(crossesInTurn(found, 3, 1)).toEqual([{ colour: 'blue', numbers: [4] }])
  expect(crossesInTurn(found, 3, 0)).toEqual([])
})

test('a share of the win is told in points of it', () => {
  expect(wholePoints(0.127, 'win')).toBe(13)
  expect(wholePoints(12.7, 'points')).toBe(13)
})

test('a note stands where it hides no line', () => {
  const line = [
    { x: 0, y: 50 },
    { x: 150, y: 20 },
    { x: 300, y: 90 },
  ]
  const note = noteBeside({ x: 300, y: 90 }, [line], { width: 320, height: 200 }, { width: 100, height: 40 }, 100)
  expect(note.side).toBe('left')
  expect(note.left).toBe(300 - 34 - 100)
  expect(note.top).toBeGreaterThanOrEqual(95)
  expect(note.top + 40).toBeLessThanOrEqual(200)
})

test('a note without room beside its point stands above or below it', () => {
  const line = [
    { x: 0, y: 70 },
    { x: 88, y: 80 },
    { x: 125, y: 42 },
    { x: 215, y: 136 },
  ]
  const [plot, words] = [
    { width: 215, height: 136 },
    { width: 190, height: 33 },
  ]
  const note = noteBeside({ x: 88, y: 80 }, [line], plot, words, 68)
  expect(note.room).toBe(215)
  expect(note.left).toBeGreaterThanOrEqual(0)
  expect(note.left + words.width).toBeLessThanOrEqual(plot.width)
  expect(note.top + words.height).toBeLessThanOrEqual(42 - 8)
})
