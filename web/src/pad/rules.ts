// The rules of one sheet, for devices without a network. tests/padRules.test.ts proves them equal to those in Python,
// over every row that play can lead to.
import type { Dice, Outcome, Sheet } from '../protocol'
import {
  COLOURS,
  CROSSES_BEFORE_LOCK,
  NUMBERS,
  PENALTIES_TO_END,
  POINTS,
  POINTS_PER_PENALTY,
  type Colour,
} from '../rules'
import { PAD_GAMES } from './games'

export type PadGame = keyof typeof PAD_GAMES
export type Row = readonly number[]

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

/** A sheet with its locks and points. */
export function sheetWith(rows: readonly Row[], penalties: number): Sheet {
  const locks = COLOURS.filter((colour, i) => rows[i]?.includes(NUMBERS[colour].at(-1) ?? 0))
  const points = COLOURS.map((colour, i) => POINTS[(rows[i]?.length ?? 0) + (locks.includes(colour) ? 1 : 0)] ?? 0)
  const total = points.reduce((sum, each) => sum + each, penalties * POINTS_PER_PENALTY)
  return { rows, locks, penalties, points, total }
}

export const EMPTY: Sheet = sheetWith([[], [], [], []], 0)

/** The rows that are closed for everybody. */
export function closedRows(game: PadGame, sheets: readonly Sheet[]): readonly Colour[] {
  if (PAD_GAMES[game].closes === 'owner') return []
  return COLOURS.filter((colour) => sheets.some(({ locks }) => locks.includes(colour)))
}

/** Why the game ends after the action in which people are; null while it goes on. */
export function endReason(game: PadGame, sheets: readonly Sheet[]): Outcome['reason'] | null {
  const { closes, rowsToEnd } = PAD_GAMES[game]
  const rows =
    closes === 'owner' ? Math.max(0, ...sheets.map(({ locks }) => locks.length)) : closedRows(game, sheets).length
  if (rows >= rowsToEnd) return 'two_rows'
  return sheets.some(({ penalties }) => penalties >= PENALTIES_TO_END) ? 'four_penalties' : null
}

/** Each seat's place: equal totals share it. */
export const placesOf = (totals: readonly number[]): readonly number[] =>
  totals.map((own) => 1 + totals.filter((other) => other > own).length)

/** The numbers that a roll offers in a row: the sum of the white dice, and for who rolled more. */
export function ringed({ white, coloured }: Dice, colour: Colour, rolled: boolean): readonly number[] {
  const die = coloured[COLOURS.indexOf(colour)]
  const [first, second] = white
  return rolled && die != null ? [first + second, first + die, second + die] : [first + second]
}
