// What the play screen derives from a view: cells, points, legal sets. What is a rule comes from the server or from
// data that is generated from its rules.
import type { Choice, Sheet, TableInfo, View } from '../protocol'
import { COLOURS, LETTERS, NUMBERS, POINTS, type Colour } from '../rules'

/** What can be done now: `sealed` is a choice in the common action that waits for the others. */
export type Mode = 'cross' | 'draw' | 'play' | 'sealed' | 'wait'

export function modeOf({ chosen, choices, public: { phase } }: View): Mode {
  if (phase === 'common' && chosen !== null) return 'sealed'
  if (choices.length === 0) return 'wait'
  return phase === 'draw' || phase === 'play' ? phase : 'cross'
}

export const isCardGame = (game: TableInfo['game']): boolean => game === 'cards' || game === 'cards_joker'

/** The last number of a row, which brings its lock along. */
export const lastOf = (colour: Colour): number => NUMBERS[colour].at(-1) ?? 0
export const placeOf = (colour: Colour, number: number): number => NUMBERS[colour].indexOf(number)
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

/** Whether a number lies left of the last cross of its row. */
export function isSkipped(sheet: Sheet, colour: Colour, number: number): boolean {
  const row = rowOf(sheet, colour)
  const last = row[row.length - 1]
  return last !== undefined && placeOf(colour, number) < placeOf(colour, last)
}

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
  return isSkipped(sheet, colour, number) ? 'skipped' : 'open'
}

// Cards

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
  return rows.every((row) => isSkipped(sheet, row, number) || rowOf(sheet, row).includes(number))
}

const holds = (all: readonly unknown[], some: readonly unknown[]): boolean => some.every((one) => all.includes(one))
export const same = (a: readonly unknown[], b: readonly unknown[]): boolean => a.length === b.length && holds(a, b)

/** Whether some legal play holds these cards, and perhaps more. */
export const extendable = (choices: readonly Choice[], cards: readonly string[]): boolean =>
  choices.some((choice) => choice.kind === 'play' && holds(choice.cards, cards))

/** The legal plays of exactly these cards. */
export const playsOf = (choices: readonly Choice[], cards: readonly string[]): Choice[] =>
  choices.filter((choice) => choice.kind === 'play' && same(choice.cards, cards))

/** The play that crosses most and, among those, skips least: what most people mean by some cards. */
export function likeliest(plays: readonly Choice[], colour: Colour): Choice | undefined {
  const end = (play: Choice): number => Math.max(-1, ...play.numbers.map((number) => placeOf(colour, number)))
  return [...plays].sort((a, b) => b.numbers.length - a.numbers.length || end(a) - end(b))[0]
}

/** The legal play nearest to the present one in which a number is crossed, or is not any more. */
export function toggled(
  plays: readonly Choice[],
  colour: Colour,
  now: readonly number[],
  number: number,
): Choice | undefined {
  const taking = now.includes(number)
  const fitting = plays.filter((play) => play.numbers.includes(number) !== taking)
  const kept = (play: Choice): number => play.numbers.filter((n) => now.includes(n)).length
  const added = (play: Choice): number => play.numbers.filter((n) => n !== number && !now.includes(n)).length
  const rank = (play: Choice): number => 10 * kept(play) - (taking ? 20 : 1) * added(play)
  const ranked = [...fitting].sort((a, b) => rank(b) - rank(a))
  const top = ranked[0]
  return (
    top &&
    likeliest(
      ranked.filter((play) => rank(play) === rank(top)),
      colour,
    )
  )
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
