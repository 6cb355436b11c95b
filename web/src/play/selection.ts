// What is selected on the play screen but not sent, and what a tap makes of it.
import type { Choice } from '../protocol'
import { COLOURS, LETTERS, type Colour } from '../rules'
import { cellKey, extendable, likeliest, playsOf, same, toggled } from './game'

/** A selection belongs to one decision and is forgotten with it. */
export interface Pick {
  decision: string
  cell: Choice | null
  places: readonly number[]
  cards: readonly string[]
  colour: Colour | null
  numbers: readonly number[] | null
}

export const nothing = (decision: string): Pick => ({
  decision,
  cell: null,
  places: [],
  cards: [],
  colour: null,
  numbers: null,
})

/** What a tap leads to: another selection, or the choice to ask the table about because it is not legal. */
export type Tapped = { change: Partial<Pick> } | { ask: string } | null

/** A card of the display is taken or put back; of too many the oldest goes back. */
export function tapPlace(pick: Pick, place: number, toTake: number): Tapped {
  const kept = pick.places.filter((other) => other !== place)
  return { change: { places: kept.length < pick.places.length ? kept : [...kept, place].slice(-toTake) } }
}

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

export function playsFor(choices: readonly Choice[], pick: Pick): Plays {
  const all = pick.cards.length ? playsOf(choices, pick.cards) : []
  const colours = COLOURS.filter((each) => all.some((play) => play.colour === each))
  const colour = colours.length === 1 ? (colours[0] ?? null) : pick.colour
  const fitting = all.filter((play) => play.colour === colour)
  const { numbers } = pick
  const wanted = numbers && fitting.find((each) => same(each.numbers, numbers))
  const play = colour === null ? undefined : (wanted ?? likeliest(fitting, colour))
  return { all, colours, colour, fitting, play }
}

/** The cells that the selected cards may cross. */
export function legalCells({ all, colour, fitting }: Plays): ReadonlySet<string> {
  return new Set((colour === null ? all : fitting).flatMap(cellsOf))
}

export const cellsOf = ({ colour, numbers }: Choice): string[] =>
  colour ? numbers.map((number) => cellKey(colour, number)) : []

export function tapCard(choices: readonly Choice[], pick: Pick, text: string): Tapped {
  if (pick.cards.includes(text)) {
    return { change: { cards: pick.cards.filter((other) => other !== text), numbers: null, colour: null } }
  }
  const cards = [...pick.cards, text]
  if (extendable(choices, cards)) return { change: { cards, numbers: null } }
  const named = cards.filter((each) => each.startsWith('J')).length > pick.cards.length
  return { ask: `play ${cards.join(' ')}${named ? ' as r' : ''}` }
}

/** A cell is tapped while cards are played. */
export function tapPlayed(
  choices: readonly Choice[],
  pick: Pick,
  plays: Plays,
  colour: Colour,
  number: number,
): Tapped {
  const rows = plays.all.filter((each) => each.colour === colour)
  const possible = rows.some((each) => each.numbers.includes(number))
  if (plays.colour === colour && plays.play && possible) {
    const to = toggled(rows, colour, plays.play.numbers, number)
    return to ? { change: { numbers: to.numbers } } : null
  }
  if (plays.colours.includes(colour) && possible) {
    const to = toggled(rows, colour, [], number)
    return to ? { change: { colour, numbers: to.numbers } } : null
  }
  if (pick.cards.length) return { ask: `play ${pick.cards.join(' ')} cross ${cellKey(colour, number)}` }
  const text = LETTERS[colour] + number
  if (playsOf(choices, [text]).some((each) => each.numbers.length)) return { change: { cards: [text], numbers: null } }
  return { ask: `play ${text} cross ${cellKey(colour, number)}` }
}

/** A cell is tapped while one number may be crossed; the chosen one is let go by another tap. */
export function tapCross(crosses: readonly Choice[], cell: Choice | null, colour: Colour, number: number): Tapped {
  const choice = crosses.find((each) => each.colour === colour && each.numbers[0] === number)
  if (!choice) return { ask: cellKey(colour, number) }
  return { change: { cell: cell?.text === choice.text ? null : choice } }
}
