/** The pips of a die, all of them as one path: a face that changes is one change to what is drawn. */
import type { Colour } from '../rules'
import { shapeAt, SHAPE_SIDE } from './shapes'

export type DieKind = 'white' | Colour

type Place = readonly [number, number]

const PLACES: Readonly<Record<number, readonly Place[]>> = {
  1: [[1, 1]],
  2: [
    [0, 0],
    [2, 2],
  ],
  3: [
    [0, 0],
    [1, 1],
    [2, 2],
  ],
  4: [
    [0, 0],
    [2, 0],
    [0, 2],
    [2, 2],
  ],
  5: [
    [0, 0],
    [2, 0],
    [1, 1],
    [0, 2],
    [2, 2],
  ],
  6: [
    [0, 0],
    [2, 0],
    [0, 1],
    [2, 1],
    [0, 2],
    [2, 2],
  ],
}

// In pixels of a die that is 56 wide: how far pips are apart, and the square around the first.
const STEP = 12.5
const FIRST = 9.2
const SIDE = 12.6
const SCALE = SIDE / SHAPE_SIDE
const RADIUS = 4.7 / SCALE

/** Brings the path of pips to where they are on a die. */
export const PIPS_PLACE = `translate(${FIRST} ${FIRST}) scale(${SCALE})`

const circleAt = (left: number, top: number): string =>
  `M${left + SHAPE_SIDE / 2 - RADIUS} ${top + SHAPE_SIDE / 2}a${RADIUS} ${RADIUS} 0 1 0 ${2 * RADIUS} 0 ${RADIUS} ${RADIUS} 0 1 0 ${-2 * RADIUS} 0z`

/** The path of a face, 1 to 6; without pips before the first roll. */
export function pips(kind: DieKind, face: number): string {
  const pipAt = (left: number, top: number): string =>
    kind === 'white' ? circleAt(left, top) : shapeAt(kind, left, top)
  return (PLACES[face] ?? []).map(([x, y]) => pipAt((x * STEP) / SCALE, (y * STEP) / SCALE)).join('')
}
