// What is selected on the play screen but not sent, and what a tap makes of it; for cards see cardPlay.ts.
import type { Choice } from '../protocol'
import type { Colour } from '../rules'
import { cellKey } from './game'

/** A selection belongs to one decision and is forgotten with it. */
export interface Pick {
  decision: string
  cell: Choice | null
  places: readonly number[]
  cards: readonly string[]
  colour: Colour | null
  numbers: readonly number[] | null
}

/** No card is selected any more. */
export const CLEARED = { places: [], cards: [], colour: null, numbers: null } as const

export const nothing = (decision: string): Pick => ({ decision, cell: null, ...CLEARED })

/** What a tap leads to: another selection, or the choice to ask the table about because it is not legal. */
export type Tapped = { change: Partial<Pick> } | { ask: string } | null

/** The legal plays of the selected cards. */
export interface Plays {
  all: readonly Choice[]
  colours: readonly Colour[]
  /** The row they go to, null while jokers leave that open. */
  colour: Colour | null
  fitting: readonly Choice[]
  /** The one that would be sent. */
  play: Choice | undefined
}

export const NO_PLAYS: Plays = { all: [], colours: [], colour: null, fitting: [], play: undefined }

/** The cells that the selected cards may cross. */
export function legalCells({ all, colour, fitting }: Plays): ReadonlySet<string> {
  return new Set((colour === null ? all : fitting).flatMap(cellsOf))
}

export const cellsOf = ({ colour, numbers }: Choice): string[] =>
  colour ? numbers.map((number) => cellKey(colour, number)) : []

/** A cell is tapped while one number may be crossed; the chosen one is let go by another tap. */
export function tapCross(crosses: readonly Choice[], cell: Choice | null, colour: Colour, number: number): Tapped {
  const choice = crosses.find((each) => each.colour === colour && each.numbers[0] === number)
  if (!choice) return { ask: cellKey(colour, number) }
  return { change: { cell: cell?.text === choice.text ? null : choice } }
}
