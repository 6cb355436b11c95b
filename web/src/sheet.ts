// The only rules in the client, those of a sheet: for score pads without a network, for what the table shows, for
// pictures and for imported files. tests/padRules.test.ts proves them equal to those in Python, over every row that play
// can lead to.
import type { Dice, Outcome, Sheet } from './protocol'
import {
  type Colour,
  COLOURS,
  CROSSES_BEFORE_LOCK,
  type Game,
  GAMES,
  NUMBERS,
  POINTS,
  POINTS_PER_PENALTY,
} from './rules'

/** Whether it is played with cards; else with dice. */
export const isCardGame = (game: Game): boolean => GAMES[game].cards

/** Whether one plays it alone. */
export const isAlone = (game: Game): boolean => GAMES[game].most === 1

/** Whether a crossed lock closes the row for everyone; else for its owner. */
export const locksForAll = (game: Game): boolean => GAMES[game].lockScope === 'table'

export type Row = readonly number[]

/** The last number of a row, which brings its lock along. */
export const lastOf = (colour: Colour): number => NUMBERS[colour].at(-1) ?? 0

/** Why a number may not be crossed after those already in its row, as a code; null if it may. */
export function whyNotAfter(colour: Colour, row: Row, number: number): string | null {
  const numbers = NUMBERS[colour]
  const place = numbers.indexOf(number)
  if (place < 0) return 'no_such_number'
  if (row.includes(number)) return 'already_crossed'
  if (place < numbers.indexOf(row.at(-1) ?? 0)) return 'left_of_last'
  if (number === numbers.at(-1) && row.length < CROSSES_BEFORE_LOCK) return 'needs_five'
  return null
}

/** Whether a number can never be crossed again: it is crossed, or it was skipped. */
export function isGone(colour: Colour, row: Row, number: number): boolean {
  const reason = whyNotAfter(colour, row, number)
  return reason === 'already_crossed' || reason === 'left_of_last'
}

/** A sheet with its points. */
export function scored({ rows, locks, penalties }: Pick<Sheet, 'rows' | 'locks' | 'penalties'>): Sheet {
  const points = COLOURS.map((colour, i) => POINTS[(rows[i]?.length ?? 0) + (locks.includes(colour) ? 1 : 0)] ?? 0)
  const total = points.reduce((sum, each) => sum + each, penalties * POINTS_PER_PENALTY)
  return { rows, locks, penalties, points, total }
}

/** A sheet with its locks and points. */
export const sheetWith = (rows: readonly Row[], penalties: number): Sheet =>
  scored({ rows, locks: COLOURS.filter((colour, i) => rows[i]?.includes(lastOf(colour))), penalties })

export const EMPTY: Sheet = sheetWith([[], [], [], []], 0)

export const rowOf = (sheet: Sheet, colour: Colour): Row => sheet.rows[COLOURS.indexOf(colour)] ?? []
export const pointsOf = (sheet: Sheet, colour: Colour): number => sheet.points[COLOURS.indexOf(colour)] ?? 0
/** The crosses of a row; its lock is one. */
export const crossesIn = (sheet: Sheet, colour: Colour): number =>
  rowOf(sheet, colour).length + (sheet.locks.includes(colour) ? 1 : 0)

/** Points of a row with more crosses. */
export function pointsWith(sheet: Sheet, colour: Colour, numbers: Row): number {
  const rows = sheet.rows.with(COLOURS.indexOf(colour), [...rowOf(sheet, colour), ...numbers])
  return pointsOf(sheetWith(rows, 0), colour)
}

/** Each seat's place: equal totals share it. */
export const placesOf = (totals: readonly number[]): readonly number[] =>
  totals.map((own) => 1 + totals.filter((other) => other > own).length)

/** The numbers that a roll offers in a row: the sum of the white dice, and for the player who rolled more. */
export function offered({ white, coloured }: Dice, colour: Colour, rolled: boolean): readonly number[] {
  const die = coloured[COLOURS.indexOf(colour)]
  const [first, second] = white
  return rolled && die != null ? [first + second, first + die, second + die] : [first + second]
}

/** The white and the coloured die whose sum this is: the index of the white one and of the colour. */
export function diceFor(dice: Dice | null, colour: Colour, number: number): { white: number; coloured: number } | null {
  const coloured = COLOURS.indexOf(colour)
  const die = dice?.coloured[coloured]
  if (!dice || die == null) return null
  const white = dice.white.findIndex((face) => face + die === number)
  return white < 0 ? null : { white, coloured }
}

export interface Ranking {
  /** The seats from the first place to the last; among equals one's own is first. */
  order: readonly number[]
  winners: readonly number[]
  /** How many points the winners are ahead of the next. */
  lead: number
}

export function rankingOf({ totals, places }: Pick<Outcome, 'totals' | 'places'>, seat: number | null): Ranking {
  const rank = (each: number): number => 2 * (places[each] ?? 0) - Number(each === seat)
  const order = totals.map((_, each) => each).sort((a, b) => rank(a) - rank(b) || a - b)
  const winners = order.filter((each) => places[each] === 1)
  const next = order[winners.length]
  const best = totals[order[0] ?? 0] ?? 0
  return { order, winners, lead: next === undefined ? 0 : best - (totals[next] ?? 0) }
}
