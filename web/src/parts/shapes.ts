/** The shape of each row: it shows the colour to people who cannot tell colours apart. */
import type { Colour } from '../rules'

interface Shape {
  /** Where the outline begins in a square of `SHAPE_SIDE`. */
  readonly begin: readonly [number, number]
  /** The outline from there, as a path that is relative throughout. */
  readonly outline: string
}

export const SHAPE_SIDE = 20

const SHAPES: Readonly<Record<Colour, Shape>> = {
  red: {
    begin: [10, 17.6],
    outline:
      'c-5-3.7-8.4-6.7-8.4-10.5 0-2.6 2-4.5 4.4-4.5 1.7 0 3.1.9 4 2.4.9-1.5 2.3-2.4 4-2.4 2.4 0 4.4 1.9 4.4 4.5 0 3.8-3.4 6.8-8.4 10.5z',
  },
  yellow: {
    begin: [10, 2],
    outline: 'l2.41 5.28 5.77.66-4.28 3.93 1.15 5.69-5.05-2.86-5.05 2.86 1.15-5.69-4.28-3.93 5.77-.66z',
  },
  green: {
    begin: [10, 1.4],
    outline:
      'a4.1 4.1 0 0 1 3.75 5.77 4.15 4.15 0 1 1-2.2 6.5c.1 1.9.7 3.3 1.85 4.73h-6.8c1.15-1.43 1.75-2.83 1.85-4.73a4.15 4.15 0 1 1-2.2-6.5 4.1 4.1 0 0 1 3.75-5.77z',
  },
  blue: {
    begin: [10, 1.2],
    outline: 'c.35 0 .6.2.8.5 2.9 4.1 5.9 7.3 5.9 10.7a6.7 6.7 0 0 1-13.4 0c0-3.4 3-6.6 5.9-10.7.2-.3.45-.5.8-.5z',
  },
}

/** The path of a shape whose square begins there. */
export function shapeAt(colour: Colour, left = 0, top = 0): string {
  const { begin, outline } = SHAPES[colour]
  return `M${begin[0] + left} ${begin[1] + top}${outline}`
}

/** The yellow shape is drawn with a line around it, to be as heavy as the others. */
export const lineOf = (colour: Colour): number => (colour === 'yellow' ? 1.7 : 0)
