import { expect, test } from 'vitest'
import { BadFile, csvOf, fieldText, fileOf, readFile } from '../src/history/file'
import { dayOf, dayStreak, levels, movingMean, spread, summary, winningStreak } from '../src/history/figures'
import { merged, resultOf, type KeptGame } from '../src/history/game'
import { EMPTY } from '../src/sheet'
import { ticksOf } from '../src/parts/plot'

const DAY = 86_400_000
const NOON = new Date(2026, 10, 16, 12).getTime()
const TODAY = dayOf(NOON)

/** A game against Mila with these totals, so many days before today. */
function game(own: number, other: number | null, daysAgo = 0, more: Partial<KeptGame> = {}): KeptGame {
  const totals = other === null ? [own] : [own, other]
  const names = ['Ann', 'Mila']
  return {
    table: `table${own}x${other}x${daysAgo}`,
    number: 1,
    at: NOON - daysAgo * DAY,
    game: other === null ? 'solo' : 'dice',
    options: {},
    seat: 0,
    players: totals.map((points, seat) => ({
      name: names[seat] ?? '',
      bot: seat === 1 ? 'casual' : null,
      points,
      place: 1 + totals.filter((total) => total > points).length,
    })),
    sheet: { ...EMPTY, total: own },
    closed: [],
    hinted: false,
    luck: null,
    skill: null,
    daily: null,
    attempt: null,
    ...more,
  }
}

test('a result is a win, a shared win, a place or a game alone', () => {
  expect([game(9, 8), game(8, 8), game(7, 8), game(7, null)].map(resultOf)).toEqual(['won', 'shared', 'lost', 'alone'])
})

test('figures of no games and of some', () => {
  expect(summary([])).toMatchObject({ games: 0, mean: 0, best: null })
  const games = [game(40, 50, 3), game(60, 50, 2), game(60, 60, 1), game(80, null)]
  expect(summary(games)).toMatchObject({ games: 4, contests: 3, won: 1, shared: 1, mean: 60, best: games[3] })
})

test('wins in a row are counted by time, over games alone, and a shared win ends them', () => {
  const games = [game(2, 1, 0), game(3, 1, 1), game(9, null, 2), game(4, 1, 3), game(5, 5, 4), game(6, 1, 5)]
  expect(winningStreak(games)).toEqual({ now: 3, longest: 3 })
  expect(winningStreak([...games, game(1, 2, -1)])).toEqual({ now: 0, longest: 3 })
})

test('days in a row reach to today or yesterday', () => {
  const days = (...ago: number[]) =>
    dayStreak(
      ago.map((each) => game(each, 1, each)),
      TODAY,
    )
  expect(days()).toEqual({ now: 0, longest: 0 })
  expect(days(0, 1, 1, 2)).toEqual({ now: 3, longest: 3 })
  expect(days(1, 2)).toEqual({ now: 2, longest: 2 })
  expect(days(2, 3, 4, 9)).toEqual({ now: 0, longest: 3 })
})

test('a clock that was wrong breaks no streak', () => {
  const played = [game(1, 0, 0), game(2, 0, 1)]
  const wrong = [game(3, 0, -400), game(4, 0, 20_000), game(5, 0, -1)]
  expect(dayStreak([...played, ...wrong], TODAY)).toEqual({ now: 2, longest: 2 })
})

test('a day that the change of summer time makes shorter or longer is one day', () => {
  const noons = Array.from({ length: 400 }, (_, n) => new Date(2026, 0, 1 + n, 12).getTime())
  expect(
    dayStreak(
      noons.map((at, n) => game(n, 0, 0, { at })),
      dayOf(noons[399] ?? 0),
    ).longest,
  ).toBe(400)
})

test('the moving mean takes what there is until there is enough', () => {
  expect(movingMean([], 3)).toEqual([])
  expect(movingMean([10, 20, 60, 40], 3)).toEqual([10, 15, 30, 40])
})

test('points are spread over spans without gaps, below zero too', () => {
  expect(spread([])).toEqual([])
  expect(spread([-5, 0, 9, 21])).toEqual([
    { from: -10, to: -1, count: 1 },
    { from: 0, to: 9, count: 2 },
    { from: 10, to: 19, count: 0 },
    { from: 20, to: 29, count: 1 },
  ])
})

test('ticks are round, and around all values', () => {
  expect(ticksOf([12, 94])).toEqual([0, 20, 40, 60, 80, 100])
  expect(ticksOf([-20, 7])).toEqual([-20, -15, -10, -5, 0, 5, 10])
})

test('a level is beaten by more points, and first at the earliest time', () => {
  const games = [game(9, 1, 0), game(9, 2, 5), game(3, 4, 9), game(5, 5, 8)]
  expect(levels(games).find(({ bot }) => bot === 'casual')).toEqual({
    bot: 'casual',
    games: 4,
    beaten: 2,
    first: NOON - 5 * DAY,
  })
  const unknown = game(9, 1, 0, {
    players: [...game(9, 1).players, { name: 'X', bot: '__proto__', points: 0, place: 3 }],
  })
  expect(levels([unknown]).every(({ bot, games }) => (bot === 'casual' ? games === 1 : games === 0))).toBe(true)
})

test('one game told twice is filled in and not changed', () => {
  const first = game(9, 1, 0, { attempt: 1 })
  const later = { ...first, at: 5, luck: 0.1, skill: -0.2, hinted: true, attempt: 2 }
  expect(merged(first, later)).toEqual({ ...first, luck: 0.1, skill: -0.2, hinted: true })
  expect(merged(later, first)).toEqual(later)
})

test.each([
  ['Ann', 'Ann'],
  ['a "b", c', '"a ""b"", c"'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['+49', "'+49"],
  ['-x', "'-x"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'],
  [-5, '-5'],
  [null, ''],
])('a field of a spreadsheet: %j', (field, text) => {
  expect(fieldText(field)).toBe(text)
})

test('a spreadsheet has a line for each game, the earliest first', () => {
  const lines = csvOf([game(9, 1), game(-5, null, 2)]).split('\r\n')
  expect(lines[0]).toMatch(/^\ufeffdate,game,/)
  expect(lines[1]).toContain(',Ann,-5,1,1,alone,,')
  expect(lines[2]).toContain(',Ann,9,1,2,won,Mila (casual): 1,')
  expect(lines).toHaveLength(4)
})

const puzzle = { daily: '2026-11-16', at: NOON, game: 'dice' as const, right: true, loss: 0 }

test('a file that was exported is read as it was', () => {
  const history = { games: [game(9, 1), game(70, null, 1, { daily: '2026-11-15', attempt: 1 })], puzzles: [puzzle] }
  expect(readFile(fileOf(history))).toEqual(history)
})

function problemWith(text: string): [string, number] {
  try {
    readFile(text)
  } catch (error) {
    if (error instanceof BadFile) return [error.problem, error.entry]
  }
  return ['none', 0]
}
const file = (games: unknown, more: object = {}) =>
  JSON.stringify({ format: 'qwixx history', version: 1, games, puzzles: [], ...more })

test.each([
  ['no JSON', 'date,game', ['not_json', 0]],
  ['another kind', '{"games": []}', ['not_history', 0]],
  ['null', 'null', ['not_history', 0]],
  ['no list', file({}), ['not_history', 0]],
  ['a newer version', file([], { version: 2 }), ['newer', 0]],
  ['a version that is none', file([], { version: '1' }), ['not_history', 0]],
  ['a version before the first', file([], { version: 0 }), ['not_history', 0]],
  ['a game that is none', file([game(1, 2), null]), ['game', 2]],
  [
    'points that are no number',
    file([{ ...game(1, 2), players: [{ name: 'A', bot: null, points: '1', place: 1 }] }]),
    ['game', 1],
  ],
  ['a seat that is not there', file([{ ...game(1, 2), seat: 2 }]), ['game', 1]],
  ['a date that cannot be', file([{ ...game(1, 2), at: 1e300 }]), ['game', 1]],
  ['a game nobody knows', file([{ ...game(1, 2), game: 'toString' }]), ['game', 1]],
  [
    'a number that is not in its row',
    file([{ ...game(1, 2), sheet: { ...EMPTY, rows: [[1], [], [], []] } }]),
    ['game', 1],
  ],
  ['a row in no order', file([{ ...game(1, 2), sheet: { ...EMPTY, rows: [[], [], [8, 9], []] } }]), ['game', 1]],
  ['a number crossed twice', file([{ ...game(1, 2), sheet: { ...EMPTY, rows: [[2, 2], [], [], []] } }]), ['game', 1]],
  ['a row without points', file([{ ...game(1, 2), sheet: { ...EMPTY, points: [0, 0, 0] } }]), ['game', 1]],
  ['a day that is none', file([{ ...game(1, null), daily: '2026-99-99' }]), ['game', 1]],
  ['a day that its month does not have', file([{ ...game(1, null), daily: '2026-02-29' }]), ['game', 1]],
  ['a puzzle of no day', file([], { puzzles: [{ ...puzzle, daily: '2026-13-01' }] }), ['puzzle', 1]],
  [
    'a name without end',
    file([{ ...game(1, 2), players: [{ ...game(1, 2).players[0], name: 'x'.repeat(101) }] }]),
    ['game', 1],
  ],
  ['a puzzle of no day', file([], { puzzles: [{ ...puzzle, daily: 'today' }] }), ['puzzle', 1]],
] as const)('a file with %s is refused', (_, text, problem) => {
  expect(problemWith(text)).toEqual(problem)
})
