import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Film } from '../src/play/pace/film.svelte'
import { marked } from '../src/play/pace/marked'
import { stillBeat, storyboard, type Beat, type Scene } from '../src/play/pace/storyboard'
import type { Tempo } from '../src/play/pace/tempo'
import type { Choice, Dice, Happening, PublicView, Sheet, View } from '../src/protocol'

const CALM: Tempo = { pace: 'calm', reducedMotion: false }
const BRISK: Tempo = { pace: 'brisk', reducedMotion: false }
const ME = 0
const MILA = 1

const EMPTY: Sheet = { rows: [[], [], [], []], locks: [], penalties: 0, points: [0, 0, 0, 0], total: 0 }
const FIRST: Dice = { white: [5, 3], coloured: [2, 4, 6, 4] }
const SECOND: Dice = { white: [2, 6], coloured: [5, 1, 3, 2] }
const CHOICE = { text: 'r8', kind: 'cross', colour: 'red', numbers: [8], places: [], cards: [] } as unknown as Choice

const rolled = (seat: number, dice: Dice): Happening => ({ type: 'rolled', seat, dice })
const crossed = (seat: number, colour: 'yellow' | 'blue' | 'red' | 'green', ...numbers: number[]): Happening => ({
  type: 'crossed',
  seat,
  colour,
  numbers,
})
const passed = (seat: number): Happening => ({ type: 'passed', seat })

function view(more: Partial<PublicView> = {}, choices: readonly Choice[] = [CHOICE]): View {
  const open = {
    phase: 'common',
    turn: 4,
    active: MILA,
    to_act: [ME],
    sheets: [EMPTY, EMPTY],
    closed_rows: [],
    dice: FIRST,
    common_number: 8,
    crossed: false,
    crossed_with: null,
    outcome: null,
    hand_sizes: [],
    hand_numbers: null,
    display: [],
    deck_top: null,
    deck_count: 0,
    discard_count: 0,
  } as unknown as PublicView
  return { seat: ME, chosen: null, choices, hand: [], public: { ...open, ...more } }
}

/** A table after things happened. */
function scene(after: View, happened: readonly Happening[], game = 1): Scene {
  return { game, version: happened.length, view: after, happened: happened.map((what, at) => ({ seq: at + 1, what })) }
}

const crosses = (rows: Partial<Record<number, number[]>>, total: number): Sheet => ({
  ...EMPTY,
  rows: [0, 1, 2, 3].map((row) => rows[row] ?? []),
  points: [0, 1, 2, 3].map((row) => [0, 1, 3][rows[row]?.length ?? 0] ?? 0),
  total,
})
const MINE = crosses({ 1: [8] }, 1)
const HERS = crosses({ 3: [8], 1: [7] }, 2)

/** Both cross the 8, Mila crosses once more, and it is the other's roll. */
const BEFORE = stillBeat(scene(view(), [rolled(MILA, FIRST)]))
const TURN = [
  rolled(MILA, FIRST),
  crossed(ME, 'yellow', 8),
  crossed(MILA, 'blue', 8),
  crossed(MILA, 'yellow', 7),
  rolled(ME, SECOND),
]
const AFTER = view({ sheets: [MINE, HERS], active: ME, turn: 5, dice: SECOND })

const shown = (tempo: Tempo, after = AFTER, turn: readonly Happening[] = TURN, before: Beat = BEFORE) =>
  storyboard(before, scene(after, turn), tempo)
const kinds = (beats: readonly Beat[]) => beats.map(({ kind }) => kind)
const length = (beats: readonly Beat[]) => beats.reduce((sum, { ms }) => sum + ms, 0)

describe('a turn of the dice game', () => {
  test('is shown move by move, and its dice before what to do with them', () => {
    expect(kinds(shown(CALM))).toEqual(['reveal', 'lift', 'ring', 'cross', 'rest', 'roll', 'lie', 'choice'])
  })

  test('takes as long as it should', () => {
    expect(length(shown(CALM))).toBe(2050)
    expect(length(shown(BRISK))).toBe(900)
    expect(shown(BRISK).at(-1)?.ms, 'what is left when it is skipped').toBe(120)
  })

  test('marks every move on the sheets when it is shown, and never before', () => {
    const [reveal, lift, ring, cross, rest, roll] = shown(CALM)
    expect(reveal?.view.public.sheets[ME]).toEqual(MINE)
    expect(reveal?.view.public.sheets[MILA]).toEqual(crosses({ 3: [8] }, 1))
    expect(lift?.view.public.sheets[MILA]?.total).toBe(1)
    expect(ring?.view.public.sheets[MILA]?.total).toBe(1)
    for (const beat of [cross, rest, roll]) expect(beat?.view.public.sheets[MILA]).toEqual(HERS)
  })

  test('lifts the dice of an own move and rings its cell before it is crossed', () => {
    const [reveal, lift, ring] = shown(CALM)
    expect(reveal?.lifted).toBeNull()
    expect(lift?.lifted).toEqual({ white: 1, coloured: 1 })
    expect(lift?.rings[MILA]).toEqual(new Set(['b8']))
    expect(ring?.rings[MILA]).toEqual(new Set(['b8', 'y7']))
  })

  test('keeps rings round what is new until the next roll lies', () => {
    const rings = shown(CALM).map((beat) => beat.rings[MILA]?.size ?? 0)
    expect(rings).toEqual([1, 1, 2, 2, 2, 2, 0, 0])
  })

  test('shows nothing of the next roll before it is rolled, and no choice before it lies', () => {
    const beats = shown(CALM)
    expect(beats.map(({ view }) => view.public.dice)).toEqual([...Array(5).fill(FIRST), ...Array(3).fill(SECOND)])
    expect(beats.map(({ view }) => view.choices.length)).toEqual([0, 0, 0, 0, 0, 0, 0, 1])
    expect(beats.map(({ lies }) => lies)).toEqual([...Array(6).fill(false), true, true])
    expect(beats.map(({ seq }) => seq)).toEqual([3, 4, 4, 4, 5, 5, 5, 5])
  })

  test('ends with exactly what the table says', () => {
    const last = shown(CALM).at(-1)
    expect(last?.view).toBe(AFTER)
    expect(last?.version).toBe(TURN.length)
  })

  test('lets a choice be made at once where its dice lie already', () => {
    const own = view({ phase: 'own', active: ME, sheets: [MINE, EMPTY] })
    const beats = shown(CALM, own, [rolled(ME, FIRST), crossed(ME, 'yellow', 8), passed(MILA)])
    expect(kinds(beats)).toEqual(['reveal', 'choice'])
    expect(beats.every(({ lies }) => lies)).toBe(true)
    expect(beats.at(-1)?.rings.length, 'until the next roll').toBe(2)
  })

  test('shows no dice of a player who passes, and says what it costs', () => {
    const passes = [...TURN.slice(0, 3), passed(MILA), rolled(ME, SECOND)]
    expect(kinds(shown(CALM, AFTER, passes)).slice(0, 3)).toEqual(['reveal', 'pass', 'rest'])
    const penalty: Happening = { type: 'penalised', seat: MILA, penalties: 1 }
    const costs = [rolled(MILA, FIRST), passed(ME), passed(MILA), passed(MILA), penalty, rolled(ME, SECOND)]
    const beats = shown(CALM, view({ sheets: [EMPTY, { ...EMPTY, penalties: 1, total: -5 }] }), costs)
    expect(kinds(beats).slice(0, 3)).toEqual(['reveal', 'penalty', 'rest'])
    expect(beats.map(({ view }) => view.public.sheets[MILA]?.total).slice(0, 2)).toEqual([0, -5])
  })

  test('tells a lock by itself, of whatever move it is', () => {
    const locked: Happening = { type: 'locked', seat: MILA, colour: 'blue' }
    const all = [TURN[0], TURN[1], TURN[2], locked, TURN[3], TURN[4]] as Happening[]
    const beats = shown(CALM, { ...AFTER, public: { ...AFTER.public, closed_rows: ['blue'] } }, all)
    expect(kinds(beats).slice(0, 4)).toEqual(['reveal', 'lock', 'lift', 'ring'])
    expect(beats[1]?.news).toEqual([locked])
    expect(beats[0]?.view.public.closed_rows).toEqual(['blue'])
  })

  test("does not show one's own move again", () => {
    const before = stillBeat(scene(view({ phase: 'own', active: ME }), [rolled(ME, FIRST)]))
    const moves = [rolled(ME, FIRST), crossed(ME, 'yellow', 7), rolled(MILA, SECOND)]
    expect(kinds(shown(CALM, AFTER, moves, before))).toEqual(['rest', 'roll', 'lie', 'choice'])
  })

  test('is over with its last move, which is seen', () => {
    const ended: Happening = { type: 'ended', outcome: { reason: 'two_rows', totals: [1, 2], places: [2, 1] } }
    const over = view({ phase: 'over', outcome: ended.type === 'ended' ? ended.outcome : null })
    const beats = shown(CALM, over, [...TURN.slice(0, 4), ended])
    expect(kinds(beats)).toEqual(['reveal', 'lift', 'ring', 'cross', 'choice'])
    expect(beats.slice(0, 4).every(({ view }) => view.public.outcome === null)).toBe(true)
  })
})

describe('a turn of the card game', () => {
  const TABLE: Partial<PublicView> = {
    dice: null,
    hand_sizes: [5, 5],
    hand_numbers: [
      [4, 9, 11, 2, 2],
      [5, 7, 10, 9, 12],
    ],
    display: [9, 12, 4, 3],
    deck_top: 11,
  }
  const PLAY: readonly Happening[] = [
    passed(ME),
    crossed(MILA, 'blue', 8),
    { type: 'played', seat: MILA, cards: ['Y5', 'Y7', 'Y10'] },
    crossed(MILA, 'yellow', 7, 10),
  ]
  const PLAYED = crosses({ 3: [8], 1: [7, 10] }, 4)
  const before = stillBeat(scene(view(TABLE), []))
  const draws = view({ ...TABLE, phase: 'draw', turn: 5, active: ME, sheets: [EMPTY, PLAYED], hand_sizes: [5, 2] })
  const played = (tempo: Tempo) => shown(tempo, draws, PLAY, before)

  test('shows the cards of others on the felt, and crosses from left to right', () => {
    const beats = played(CALM)
    expect(kinds(beats)).toEqual(['reveal', 'show', 'mark', 'mark', 'leave', 'choice'])
    expect(beats.map(({ ms }) => ms)).toEqual([300, 480, 120, 180, 240, 250])
    expect(beats[1]?.cards).toEqual([
      { text: 'Y5', crosses: false },
      { text: 'Y7', crosses: true },
      { text: 'Y10', crosses: true },
    ])
    expect(beats.map((beat) => beat.view.public.sheets[MILA]?.total)).toEqual([1, 1, 2, 4, 4, 4])
    expect(beats[1]?.rings[MILA]).toEqual(new Set(['b8', 'y7', 'y10']))
    expect(beats[1]?.view.public.hand_numbers?.[MILA]).toEqual([9, 12])
    expect(beats.at(-1)?.cards).toEqual([])
  })

  test('is shown at once at the brisk pace', () => {
    expect(kinds(played(BRISK))).toEqual(['reveal', 'show', 'mark', 'choice'])
    expect(length(played(BRISK))).toBe(600)
  })

  test('takes cards from the display, fills it, and only then has a number for everybody', () => {
    const drew: Happening = { type: 'drew', seat: MILA, places: [0, 1], numbers: [9, 12] }
    const start = stillBeat(scene(view({ ...TABLE, phase: 'draw' }, []), []))
    const common = view({ ...TABLE, display: [11, 6, 4, 3], deck_top: 8, hand_sizes: [5, 7] })
    const beats = shown(CALM, common, [drew], start)
    expect(kinds(beats)).toEqual(['take', 'refill', 'choice'])
    expect(beats.map(({ ms }) => ms)).toEqual([360, 240, 250])
    expect(beats.map(({ view }) => view.public.display)).toEqual([
      [null, null, 4, 3],
      [11, 6, 4, 3],
      [11, 6, 4, 3],
    ])
    expect(beats.map(({ view }) => view.public.phase)).toEqual(['draw', 'draw', 'common'])
    expect(beats.map(({ view }) => view.public.hand_sizes[MILA])).toEqual([7, 7, 7])
    expect(beats.map(({ lies }) => lies)).toEqual([false, false, true])
  })

  test("of one's own cards only the marks are waited for", () => {
    const hand = ['R4', 'Y7']
    const own = stillBeat(scene({ ...view({ ...TABLE, phase: 'play', active: ME }), hand }, []))
    const moves: Happening[] = [{ type: 'played', seat: ME, cards: ['Y7'] }, crossed(ME, 'yellow', 7)]
    const beats = shown(CALM, { ...draws, choices: [], hand: ['R4'] }, moves, own)
    expect(kinds(beats)).toEqual(['rest', 'choice'])
    expect(beats[0]?.view.hand).toEqual(['R4'])
  })
})

describe('less motion', () => {
  test('shows the same states in the same order, each for a while', () => {
    const beats = shown({ pace: 'calm', reducedMotion: true })
    expect(kinds(beats)).toEqual(['reveal', 'lift', 'ring', 'cross', 'lie', 'choice'])
    expect(beats.slice(0, -1).every(({ ms }) => ms === 300)).toBe(true)
  })

  test('shows the moves of others at the brisk pace, too, for a shorter time', () => {
    const beats = shown({ pace: 'brisk', reducedMotion: true })
    expect(kinds(beats)).toEqual(['reveal', 'ring', 'cross', 'choice'])
    expect(beats.map(({ ms }) => ms)).toEqual([200, 200, 200, 0])
  })
})

test('an instant film has nothing but the choice', () => {
  expect(kinds(shown({ pace: 'instant', reducedMotion: false }))).toEqual(['choice'])
})

describe('nobody is ever behind', () => {
  const LATER = [...TURN, passed(ME), passed(MILA), crossed(ME, 'red', 7), rolled(MILA, FIRST)]

  test('of several turns only the newest is shown, and the others are named as missed', () => {
    const beats = shown(CALM, view({ turn: 6 }), LATER)
    expect(kinds(beats)).toEqual(['roll', 'lie', 'choice'])
    expect(beats.map(({ missedSince }) => missedSince)).toEqual([1, 1, 1])
  })

  test('what happened before the page was opened is not shown', () => {
    expect(kinds(storyboard(null, scene(AFTER, TURN), CALM))).toEqual(['choice'])
  })

  test('words of people take no time', () => {
    const said: Happening = { type: 'said', seat: MILA, text: 'Hello' }
    expect(kinds(shown(CALM, view(), [rolled(MILA, FIRST), said]))).toEqual(['choice'])
  })
})

describe('a new game', () => {
  const before = stillBeat(scene(view({ phase: 'over' }), TURN))

  test('says who begins, and has nothing of the last one', () => {
    const begun = [...TURN, { type: 'began', seat: MILA, rolls: [] } as Happening, rolled(MILA, FIRST)]
    const beats = storyboard(before, scene(view({ turn: 1 }), begun, 2), CALM)
    expect(kinds(beats)).toEqual(['begin', 'roll', 'lie', 'choice'])
    expect(beats[0]?.view.public.dice).toBeNull()
    expect(beats.every(({ rings }) => rings.every((cells) => cells.size === 0))).toBe(true)
  })

  test('shows every roll for the first six, seat by seat', () => {
    const began: Happening = { type: 'began', seat: MILA, rolls: [3, 2, 1, 6] }
    const beats = storyboard(before, scene(view({ turn: 1 }), [...TURN, began, rolled(MILA, FIRST)], 2), CALM)
    const sixes = beats.filter(({ kind }) => kind === 'six')
    expect(sixes.map(({ seat, view }) => [seat, view.public.dice?.white[0]])).toEqual([
      [0, 3],
      [1, 2],
      [0, 1],
      [1, 6],
    ])
    expect(beats[sixes.length]?.seat).toBe(MILA)
  })
})

test('what a view has already is marked once', () => {
  const { public: table } = view({ sheets: [MINE, EMPTY] })
  const again = marked(table, crossed(ME, 'yellow', 8), table)
  expect(again.sheets[ME]).toBe(MINE)
  expect(marked(table, crossed(ME, 'yellow', 8, 9), table).sheets[ME]?.rows[1]).toEqual([8, 9])
})

describe('a film', () => {
  const FRAME = 16
  const opened = scene(view(), [rolled(MILA, FIRST)])
  let told: string[]
  let film: Film

  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('document', { hidden: false })
    vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, FRAME))
    vi.stubGlobal('cancelAnimationFrame', clearTimeout)
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))
    told = []
    const tell = (when: string) => (news: readonly Happening[]) => told.push(`${when} ${news.map(({ type }) => type)}`)
    film = new Film(() => 'calm', { onshow: tell('shown'), onsettle: tell('settled') })
    film.take(opened)
  })
  afterEach(() => {
    film.close()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  const take = (after = AFTER, turn: readonly Happening[] = TURN) => {
    film.take(scene(after, turn))
    vi.advanceTimersByTime(FRAME)
  }

  test('steps from beat to beat until there is something to choose', () => {
    take()
    expect(film.beat?.kind).toBe('reveal')
    vi.advanceTimersByTime(299)
    expect(film.beat?.kind).toBe('reveal')
    vi.advanceTimersByTime(1)
    expect(film.beat?.kind).toBe('lift')
    vi.advanceTimersByTime(1499)
    expect([film.beat?.kind, film.isPlaying]).toEqual(['lie', true])
    vi.advanceTimersByTime(1)
    expect([film.beat?.kind, film.isPlaying]).toEqual(['choice', false])
  })

  test('tells what happened when it is shown, and all of it once the roll lies', () => {
    take()
    expect(told).toEqual(['shown crossed,crossed'])
    expect(film.happened.length).toBe(3)
    vi.runAllTimers()
    expect(told).toEqual([
      'shown crossed,crossed',
      'shown crossed',
      'shown rolled',
      'settled crossed,crossed,crossed,rolled',
    ])
  })

  test('ends when it is skipped, at any time, and is counted as long as the dice roll', () => {
    take()
    film.skip()
    expect([film.beat?.kind, film.beat?.view, film.skips]).toEqual(['choice', AFTER, 1])
    expect(told.at(-1)).toBe('settled crossed,crossed,crossed,rolled')
    film.skip()
    expect(film.skips).toBe(1)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('is hurried along by nobody who sees the dice lie', () => {
    take()
    vi.advanceTimersByTime(1700)
    expect(film.beat?.kind).toBe('lie')
    film.skip()
    expect([film.isPlaying, film.skips]).toEqual([false, 0])
  })

  test('goes on where it is when more of the turn comes', () => {
    take(view({ phase: 'own', sheets: [MINE, EMPTY], to_act: [MILA] }, []), TURN.slice(0, 3))
    vi.advanceTimersByTime(100)
    take()
    expect(film.beat?.kind).toBe('reveal')
    vi.advanceTimersByTime(300 - 100 - FRAME)
    expect(film.beat?.kind).toBe('lift')
  })

  test('drops to the newest turn when another one comes', () => {
    take()
    vi.advanceTimersByTime(350)
    take(view({ turn: 6 }), [...TURN, passed(ME), passed(MILA), passed(ME), rolled(MILA, FIRST)])
    expect([film.beat?.kind, film.beat?.missedSince]).toEqual(['roll', 1])
    vi.runAllTimers()
    expect(film.beat?.view.public.turn).toBe(6)
  })

  test('shows nothing to a page that nobody sees', () => {
    vi.stubGlobal('document', { hidden: true })
    film.take(scene(AFTER, TURN))
    expect(film.isPlaying).toBe(false)
    expect(told.at(-1)).toBe('settled crossed,crossed,crossed,rolled')
  })

  test('begins with the game for a page that opens in time, and is over for a later one', () => {
    const began: Happening = { type: 'began', seat: MILA, rolls: [] }
    const kindOn = (after: View, ...happened: Happening[]) => {
      const arrived = new Film(() => 'calm')
      arrived.take(scene(after, happened))
      arrived.close()
      return arrived.beat?.kind
    }
    expect(kindOn(view({ turn: 1 }), began, rolled(MILA, FIRST))).toBe('begin')
    expect(kindOn({ ...view({ turn: 1 }), chosen: CHOICE }, began, rolled(MILA, FIRST))).toBe('choice')
    expect(kindOn(view({ turn: 1, phase: 'own' }), began, rolled(MILA, FIRST), passed(ME), passed(MILA))).toBe('choice')
    expect(kindOn(view({ turn: 2 }), began, rolled(MILA, FIRST), passed(ME), rolled(ME, SECOND))).toBe('choice')
  })

  test('begins with the game for players who waited for it', () => {
    const waited = new Film(() => 'calm')
    waited.wait([{ seq: 1, what: { type: 'joined', seat: 0, name: 'Ann' } }])
    const joined: Happening = { type: 'joined', seat: 0, name: 'Ann' }
    const began: Happening = { type: 'began', seat: MILA, rolls: [] }
    waited.take(scene(view({ turn: 1 }), [joined, began, rolled(MILA, FIRST)]))
    expect(waited.beat?.kind).toBe('begin')
    waited.close()
  })
})
