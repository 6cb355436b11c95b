// Cards as they are written, and what is known of them without a play.
import type { Sheet } from '../protocol'
import { COLOURS, LETTERS, NUMBERS, type Colour } from '../rules'
import { isGone, rowOf } from '../sheet'

export const placeOf = (colour: Colour, number: number): number => NUMBERS[colour].indexOf(number)

export interface Card {
  text: string
  colour: Colour | null
  number: number
}

export function card(text: string): Card {
  const colour = COLOURS.find((each) => LETTERS[each] === text.charAt(0)) ?? null
  return { text, colour, number: Number(text.slice(1)) }
}

/** A hand by colour, then by number in row order; jokers last. */
export function sortedHand(hand: readonly string[]): Card[] {
  const order = (c: Card): number =>
    c.colour === null ? 100 + c.number : COLOURS.indexOf(c.colour) * 20 + placeOf(c.colour, c.number)
  return hand.map(card).sort((a, b) => order(a) - order(b))
}

/** Whether a card's number is lost: no row that it may be played in still takes it. */
export function isLost(sheet: Sheet, { colour, number }: Card): boolean {
  const rows = colour === null ? COLOURS : [colour]
  return rows.every((row) => isGone(row, rowOf(sheet, row), number))
}
