import { beforeAll, expect, test, vi } from 'vitest'
import {
  AT_REST,
  firstStepOf,
  nextTurn,
  pauseOf,
  previousTurn,
  sentTo,
  stepIn,
  ticked,
  toggledClock,
  turnOf,
  type Clock,
} from '../src/replay/replayPlayer.svelte'
import { handAt, positionAt } from '../src/replay/position'
import { placesFor, SNAPSHOT_HEIGHT, SNAPSHOT_WIDTH } from '../src/replay/snapshot'
import type { Happening, PublicView, Replay, Sheet } from '../src/protocol'
import { list, t, language } from '../src/i18n.svelte'
import { turnWords } from '../src/replay/words'

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: { lang: '' }, querySelector: () => null })
  await language.use('en')
})

// Two steps before the first turn; turns of three, two and two steps.
const track = { last: 8, begins: [1, 4, 6] }
const clock: Clock = { ...AT_REST, step: 0 }

test('going to a step stops what plays, and never leaves the game', () => {
  expect(sentTo({ ...clock, playing: true }, 5, track)).toEqual({ ...clock, step: 5 })
  expect(sentTo(clock, -1, track).step).toBe(0)
  expect(sentTo(clock, 99, track).step).toBe(8)
})

test('it plays to the end in either direction, and stops there', () => {
  expect(ticked({ ...clock, playing: true, step: 6 }, track)).toMatchObject({ step: 7, playing: true })
  expect(ticked({ ...clock, playing: true, step: 7 }, track)).toMatchObject({ step: 8, playing: false })
  expect(ticked({ ...clock, playing: true, backwards: true, step: 1 }, track)).toMatchObject({
    step: 0,
    playing: false,
  })
})

test('play at the end starts over, and a game of one step never plays', () => {
  expect(toggledClock({ ...clock, step: 3 }, track)).toMatchObject({ step: 3, playing: true })
  expect(toggledClock({ ...clock, step: 8 }, track)).toMatchObject({ step: 0, playing: true })
  expect(toggledClock({ ...clock, step: 0, backwards: true }, track)).toMatchObject({ step: 8, playing: true })
  expect(toggledClock({ ...clock, playing: true }, track)).toMatchObject({ playing: false })
  expect(toggledClock(clock, { last: 0, begins: [] })).toMatchObject({ playing: false })
})

test('steps are parts of turns', () => {
  expect([0, 1, 2, 4, 5, 6, 7, 8].map((step) => turnOf(step, track))).toEqual([0, 0, 1, 1, 2, 2, 3, 3])
  expect([0, 1, 2, 3, 4].map((turn) => firstStepOf(turn, track))).toEqual([0, 2, 5, 7, 0])
  expect([0, 1, 2, 4, 5, 7, 8].map((step) => nextTurn(step, track))).toEqual([2, 2, 5, 5, 7, 8, 8])
  expect([0, 1, 2, 3, 5, 6, 8].map((step) => previousTurn(step, track))).toEqual([0, 0, 0, 2, 2, 5, 7])
})

test('a step in which much happens is looked at longer, but never for ever', () => {
  expect(pauseOf(2, 1)).toBeGreaterThan(pauseOf(1, 1))
  expect(pauseOf(2, 4)).toBe(pauseOf(2, 1) / 4)
  expect(pauseOf(99, 1)).toBe(pauseOf(100, 1))
})

test('the address names a step', () => {
  const steps = ['', '#', '#5', '#99', '#-1', '#1e3', '#five', '#00007'].map((hash) => stepIn(hash, track))
  expect(steps).toEqual([0, 0, 5, 8, 0, 0, 0, 7])
})

const sheet: Sheet = { rows: [[], [], [], []], locks: [], penalties: 0, points: [0, 0, 0, 0], total: 0 }
const red5: Sheet = { ...sheet, rows: [[5], [], [], []], points: [1, 0, 0, 0], total: 1 }

function step(view: Partial<PublicView>, happened: Happening[], sheets: number[], hands: number[] = []) {
  return {
    happened,
    view: { turn: 1, active: 1, dice: null, hand_numbers: null, ...view } as PublicView,
    sheets,
    hands,
  }
}

const dice = { white: [4, 1], coloured: [1, 2, 3, 4] } as const
const replay = {
  seats: [
    { name: 'Ann', character: null },
    { name: 'Ben', character: null },
  ],
  sheets: [sheet, red5],
  hands: [['R4', 'J2'], [], ['B9']],
  steps: [
    step({ turn: 0, phase: 'start' }, [], [0, 0], [1, 1]),
    step({ phase: 'roll', hand_sizes: [2, 1] }, [{ type: 'began', seat: 1, rolls: [] }], [0, 0], [0, 2]),
    step({ phase: 'own', dice, hand_numbers: [[2, 4], [9]] }, [{ type: 'rolled', seat: 1, dice }], [0, 0], [0, 2]),
    step({ phase: 'roll', turn: 2, active: 0 }, [{ type: 'crossed', seat: 1, colour: 'red', numbers: [5] }], [0, 1]),
  ],
} as unknown as Replay

test('a position has its sheets, and the dice lie there until the next roll', () => {
  const { view, dice: shown, used, fresh, active } = positionAt(replay, 3)
  expect(view.sheets).toEqual([sheet, red5])
  expect(shown).toEqual(dice)
  expect(used).toEqual({ white: 0, coloured: 0 })
  expect(fresh.map((cells) => [...cells])).toEqual([[], ['r5']])
  expect(active).toBe(1)
})

test('a turn of the list is told in sentences: whose it is, what everybody did, and who won', () => {
  const happened: Happening[] = [
    { type: 'reshuffled', cards: 30 },
    { type: 'crossed', seat: 1, colour: 'red', numbers: [5] },
    { type: 'locked', seat: 1, colour: 'red' },
    { type: 'passed', seat: 0 },
  ]
  const penalised: Happening[] = [{ type: 'penalised', seat: 0, penalties: 4 }]
  const outcome = { reason: 'four_penalties', totals: [-20, 1], places: [2, 1] } as const
  const steps = [
    ...replay.steps.slice(0, 3),
    step({ turn: 2, active: 0 }, happened, []),
    step({ outcome }, penalised, []),
  ]
  const told = (turn: number) =>
    turnWords({ ...replay, steps } as Replay, { begins: [1, 3], last: 4 }, turn, ['Ann', 'Ben'])
  expect(told(1)).toEqual({
    title: t('replay.turn', { turn: 1, name: 'Ben' }),
    told: [
      t('said.reshuffled', { cards: 30 }),
      `${t('play.news.crossed', { name: 'Ben', crosses: list(['red 5', t('play.news.lock', { colour: 'red' })]) })}.`,
      `${t('play.news.passed', { name: 'Ann' })}.`,
    ].join(' '),
  })
  expect(told(2)).toEqual({
    title: t('replay.turn', { turn: 2, name: 'Ann' }),
    told: `${t('play.news.penalised', { name: 'Ann' })}. ${t('end.win.one', { name: 'Ben', gap: 21 })}.`,
  })
})

test('before the first turn nobody has it', () => {
  expect(positionAt(replay, 0)).toMatchObject({ active: null, dice: null, happened: [] })
  expect(positionAt(replay, 1).active).toBe(null)
})

test('hidden cards are shown as a seat sees them, as everyone does, or all of them', () => {
  expect(handAt(replay, 2, 0, 0)).toEqual({ cards: ['R4', 'J2'] })
  expect(handAt(replay, 2, 1, 0)).toEqual({ numbers: [9] })
  expect(handAt(replay, 2, 1, 'all')).toEqual({ cards: ['B9'] })
  expect(handAt(replay, 1, 0, 'everybody')).toEqual({ count: 2 })
})

test.each([1, 2, 3, 4, 5])('%i sheets lie in the picture, and on no other', (count) => {
  const places = placesFor(count)
  for (const { x, y, width, height } of places) {
    expect(x >= 0 && y >= 0 && x + width <= SNAPSHOT_WIDTH && y + height <= SNAPSHOT_HEIGHT).toBe(true)
  }
  for (const [index, one] of places.entries()) {
    for (const other of places.slice(index + 1)) {
      expect(one.x + one.width <= other.x || one.y + one.height <= other.y).toBe(true)
    }
  }
})
