// Which cards move when something happens at the table, and from where to where.
import type { Happening, View } from '../protocol'
import { card } from './cards'

/** A place of the display, the deck, a card of your hand, another player's seat, or a cell of your sheet. */
export type Spot = `display ${number}` | 'deck' | `hand ${string}` | `seat ${number}` | `cell ${string}`

export interface CardMove {
  /** A card as it is written, or the number on its back where that is all that is known. */
  shown: string | number
  from: Spot
  to: Spot
}

type Seen = Pick<View, 'seat' | 'hand' | 'public'>

export function cardMoves(news: readonly Happening[], before: Seen, after: Seen): CardMove[] {
  return [...drawn(news, before, after), ...played(news, after.seat), ...laidOut(before, after)]
}

/** From the display into a hand: in one's own the card shows its face. */
function drawn(news: readonly Happening[], before: Seen, after: Seen): CardMove[] {
  const taken = new Set(before.hand)
  return news.flatMap((what) => {
    if (what.type !== 'drew') return []
    return what.numbers.map((number, index): CardMove => {
      const from: Spot = `display ${what.places[index] ?? 0}`
      const own = after.hand.find((text) => !taken.has(text) && card(text).number === number)
      if (what.seat !== after.seat || own === undefined) return { shown: number, from, to: `seat ${what.seat}` }
      taken.add(own)
      return { shown: own, from, to: `hand ${own}` }
    })
  })
}

/**
 * From your hand to the numbers that are crossed with it, else to the discards beside the deck.
 *
 * What others play is shown on the felt.
 */
function played(news: readonly Happening[], seat: number | null): CardMove[] {
  return news.flatMap((what, index) => {
    if (what.type !== 'played' || what.seat !== seat) return []
    const crossed = news[index + 1]
    return what.cards.map((text): CardMove => {
      const { number } = card(text)
      const crosses = crossed?.type === 'crossed' && crossed.numbers.includes(number)
      return { shown: text, from: `hand ${text}`, to: crosses ? `cell ${crossed.colour}${number}` : 'deck' }
    })
  })
}

/** From the deck to the places of the display that were taken from. */
function laidOut(before: Seen, after: Seen): CardMove[] {
  return after.public.display.flatMap((number, place): CardMove[] =>
    number === null || number === before.public.display[place]
      ? []
      : [{ shown: number, from: 'deck', to: `display ${place}` }],
  )
}

// How the picture of a card moves from one spot to another

interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** In the middle of where it begins, and what brings it to where it ends. */
export interface Flight extends Box {
  dx: number
  dy: number
  scale: number
  /** Whether it vanishes, since no card lies where it ends. */
  vanishes: boolean
}

const isSeat = (spot: Spot): boolean => spot.startsWith('seat')

/** Whether a card lies there that looks like the one that travels. */
export const holdsCard = (spot: Spot): boolean => spot.startsWith('hand') || spot.startsWith('display')

export function flightOf(from: Spot, start: Box, to: Spot, end: Box): Flight {
  // A seat is wider than a card, so that the card has its size from the other end.
  const { width, height } = isSeat(from) ? end : start
  const left = start.left + (start.width - width) / 2
  const top = start.top + (start.height - height) / 2
  return {
    left,
    top,
    width,
    height,
    dx: end.left + end.width / 2 - (left + width / 2),
    dy: end.top + end.height / 2 - (top + height / 2),
    scale: isSeat(to) ? 1 : end.width / width,
    vanishes: !holdsCard(to),
  }
}
