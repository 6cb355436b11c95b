// What the play screen derives from a view: cells, points, legal sets. What is a rule comes from the server or from
// data that is generated from its rules.
import type { PublicView, Sheet, TableInfo, View } from '../protocol'
import { COLOURS, LETTERS, NUMBERS, POINTS, type Colour } from '../rules'
import { GONE } from './gone'

/** What can be done now: `sealed` is a choice in the common action that waits for the others. */
export type Mode = 'cross' | 'draw' | 'play' | 'sealed' | 'wait'

export function modeOf({ chosen, choices, public: { phase } }: View): Mode {
  if (phase === 'common' && chosen !== null) return 'sealed'
  if (choices.length === 0) return 'wait'
  return phase === 'draw' || phase === 'play' ? phase : 'cross'
}

/** Whether it is the turn of a seat; until chance has said who begins, it is nobody's. */
export const hasTurn = ({ phase, active }: Pick<PublicView, 'phase' | 'active'>, seat: number): boolean =>
  phase !== 'start' && active === seat

export const isCardGame = (game: TableInfo['game']): boolean => game === 'cards' || game === 'cards_joker'

/** The last number of a row, which brings its lock along. */
export const lastOf = (colour: Colour): number => NUMBERS[colour].at(-1) ?? 0
export const cellKey = (colour: Colour, number: number): string => LETTERS[colour].toLowerCase() + number

export const crossesIn = (sheet: Sheet, colour: Colour): number =>
  rowOf(sheet, colour).length + (sheet.locks.includes(colour) ? 1 : 0)
export const rowOf = (sheet: Sheet, colour: Colour): readonly number[] => sheet.rows[COLOURS.indexOf(colour)] ?? []
export const pointsOf = (sheet: Sheet, colour: Colour): number => sheet.points[COLOURS.indexOf(colour)] ?? 0

/** Points a row has with these crosses more. */
export function pointsWith(sheet: Sheet, colour: Colour, numbers: readonly number[]): number {
  const lock = numbers.includes(lastOf(colour)) ? 1 : 0
  return POINTS[crossesIn(sheet, colour) + numbers.length + lock] ?? 0
}

/** The seats that closed a row, while it is closed. */
export const closersOf = (sheets: readonly Sheet[], colour: Colour): number[] =>
  sheets.flatMap((sheet, seat) => (sheet.locks.includes(colour) ? [seat] : []))

export type CellState = 'open' | 'legal' | 'chosen' | 'crossed' | 'skipped'

/** Whether a number can no longer be crossed: it is, or it was skipped. */
export const isGone = (sheet: Sheet, colour: Colour, number: number): boolean =>
  GONE[colour][rowOf(sheet, colour).at(-1) ?? 0]?.includes(number) ?? false

export function cellState(
  sheet: Sheet,
  colour: Colour,
  number: number,
  legal: ReadonlySet<string>,
  chosen: ReadonlySet<string>,
): CellState {
  const key = cellKey(colour, number)
  if (rowOf(sheet, colour).includes(number)) return 'crossed'
  if (chosen.has(key)) return 'chosen'
  if (legal.has(key)) return 'legal'
  return isGone(sheet, colour, number) ? 'skipped' : 'open'
}

/** The white and the coloured die whose sum this is: the index of the white one and of the colour. */
export function diceFor(
  dice: { white: readonly [number, number]; coloured: readonly (number | null)[] } | null,
  colour: Colour,
  number: number,
): { white: number; coloured: number } | null {
  const coloured = COLOURS.indexOf(colour)
  const die = dice?.coloured[coloured]
  if (!dice || die == null) return null
  const white = dice.white.findIndex((w) => w + die === number)
  return white < 0 ? null : { white, coloured }
}
