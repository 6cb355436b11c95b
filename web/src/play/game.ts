// What the play screen derives from a view: modes and cells. What is a rule comes from the server or from sheet.ts.
import type { PublicView, Sheet, View } from '../protocol'
import { LETTERS, type Colour } from '../rules'
import { isGone, rowOf } from '../sheet'

/** What can be done now: `sealed` is a choice in the common action that waits for the others. */
export type Mode = 'cross' | 'draw' | 'play' | 'sealed' | 'wait'

export function modeOf({ chosen, choices, public: { phase } }: View): Mode {
  if (phase === 'common' && chosen !== null) return 'sealed'
  if (choices.length === 0) return 'wait'
  return phase === 'draw' || phase === 'play' ? phase : 'cross'
}

/** Whether it is the turn of a seat; no seat has it before the first player is drawn. */
export const hasTurn = ({ phase, active }: Pick<PublicView, 'phase' | 'active'>, seat: number): boolean =>
  phase !== 'start' && active === seat

export const cellKey = (colour: Colour, number: number): string => LETTERS[colour].toLowerCase() + number

/** The seats that closed a row, while it is closed. */
export const closersOf = (sheets: readonly Sheet[], colour: Colour): number[] =>
  sheets.flatMap((sheet, seat) => (sheet.locks.includes(colour) ? [seat] : []))

export type CellState = 'open' | 'legal' | 'chosen' | 'crossed' | 'skipped'

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
  return isGone(colour, rowOf(sheet, colour), number) ? 'skipped' : 'open'
}
