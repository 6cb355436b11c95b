// Which plays are meant by cards and cells that are tapped.
import type { Choice, View } from '../protocol'
import { COLOURS, LETTERS, type Colour } from '../rules'
import { placeOf } from './cards'
import { cellKey } from './game'
import type { Picked, Plays, Tapped } from './selection.svelte'

const holds = (all: readonly unknown[], some: readonly unknown[]): boolean => some.every((one) => all.includes(one))
export const same = (a: readonly unknown[], b: readonly unknown[]): boolean => a.length === b.length && holds(a, b)

/** How many cards are drawn. */
export const toTake = (view: View): number => view.choices.find((choice) => choice.kind === 'draw')?.places.length ?? 0

/** A card of the display is taken or put back; of too many the oldest goes back. */
export function tapPlace(view: View, pick: Picked, place: number): Tapped {
  const kept = pick.places.filter((other) => other !== place)
  return { change: { places: kept.length < pick.places.length ? kept : [...kept, place].slice(-toTake(view)) } }
}

export function playsFor(choices: readonly Choice[], pick: Picked): Plays {
  const all = pick.cards.length ? playsOf(choices, pick.cards) : []
  const colours = COLOURS.filter((each) => all.some((play) => play.colour === each))
  const colour = colours.length === 1 ? (colours[0] ?? null) : pick.colour
  const fitting = all.filter((play) => play.colour === colour)
  const { numbers } = pick
  const wanted = numbers && fitting.find((each) => same(each.numbers, numbers))
  const play = colour === null ? undefined : (wanted ?? likeliest(fitting, colour))
  return { all, colours, colour, fitting, play }
}

export function tapCard(choices: readonly Choice[], pick: Picked, text: string): Tapped {
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
  pick: Picked,
  plays: Plays,
  colour: Colour,
  number: number,
): Tapped {
  const rows = plays.all.filter((each) => each.colour === colour)
  const possible = rows.some((each) => each.numbers.includes(number))
  if (plays.colour === colour && plays.play && possible) {
    const to = toggledPlay(rows, colour, plays.play.numbers, number)
    return to ? { change: { numbers: to.numbers } } : null
  }
  if (plays.colours.includes(colour) && possible) {
    const to = toggledPlay(rows, colour, [], number)
    return to ? { change: { colour, numbers: to.numbers } } : null
  }
  if (pick.cards.length) return { ask: `play ${pick.cards.join(' ')} cross ${cellKey(colour, number)}` }
  const text = LETTERS[colour] + number
  if (playsOf(choices, [text]).some((each) => each.numbers.length)) return { change: { cards: [text], numbers: null } }
  return { ask: `play ${text} cross ${cellKey(colour, number)}` }
}

/** Whether some legal play holds these cards, and perhaps more. */
export const extendable = (choices: readonly Choice[], cards: readonly string[]): boolean =>
  choices.some((choice) => choice.kind === 'play' && holds(choice.cards, cards))

/** The legal plays of exactly these cards. */
const playsOf = (choices: readonly Choice[], cards: readonly string[]): Choice[] =>
  choices.filter((choice) => choice.kind === 'play' && same(choice.cards, cards))

/** The play that crosses most and, among those, skips least: what most people mean by some cards. */
export function likeliest(plays: readonly Choice[], colour: Colour): Choice | undefined {
  const end = (play: Choice): number => Math.max(-1, ...play.numbers.map((number) => placeOf(colour, number)))
  return [...plays].sort((a, b) => b.numbers.length - a.numbers.length || end(a) - end(b))[0]
}

/** The legal play nearest to the present one in which a number is crossed, or is not any more. */
export function toggledPlay(
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
