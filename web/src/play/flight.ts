// How the picture of a card moves from one spot to another.
import type { Spot } from './cardMoves'

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
