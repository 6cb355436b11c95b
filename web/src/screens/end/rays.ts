/** Pencil rays around the face of a winner: sixteen strokes in a box of 200 by 200. */
import { jitter, stroke, type Point, type Random } from '../../play/art'

export const RAYS = 16
const CENTRE = 100
// From where to where a ray goes, and how broad it is.
const INNER = 62
const OUTER = 88
const BREADTH = 7

function ray(place: number, j: Random): string {
  const angle = (place * 2 * Math.PI) / RAYS - Math.PI / 2 + j(0.06)
  const at = (radius: number, off = 0): Point => [
    CENTRE + radius * Math.cos(angle) + off,
    CENTRE + radius * Math.sin(angle) + off,
  ]
  // Long and short ones take turns.
  const length = (OUTER - INNER) * (place % 2 === 0 ? 0.79 + j(0.07) : 1.01 + j(0.11))
  return stroke(at(INNER), at(INNER + length / 2, j(2)), at(INNER + length), BREADTH, j, 0.8, 0.4)
}

const j = jitter(5)
export const rays: readonly string[] = Array.from({ length: RAYS }, (_, place) => ray(place, j))
