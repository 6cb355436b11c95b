/** Reactions as drawings of ink: lines, and filled shapes; a box of 24 by 24. */
import type { Reacted } from '../protocol'

export type Reaction = Reacted['reaction']

interface SignArt {
  lines: string
  shapes?: string
}

const head = 'M3.2 12a8.800 8.800 0 1 0 17.6 0a8.800 8.800 0 1 0 -17.6 0z'
const dot = (x: number, y: number, r = 1.5): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`

/** In the order in which they are offered. */
export const SIGNS: Readonly<Record<Reaction, SignArt>> = {
  // A medal.
  well_done: {
    lines:
      'M6.500 8.800a5.500 5.500 0 1 0 11 0a5.500 5.500 0 1 0 -11 0zM8.700 13.800L7.200 21l4.800 -2.600L16.8 21l-1.500 -7.200',
    shapes: dot(12, 8.8, 1.9),
  },
  // A face that has hurt itself.
  ouch: {
    lines: `${head}M7.300 8.200l2.600 1.700l-2.600 1.700M16.700 8.200l-2.600 1.700l2.600 1.700M8.600 16.700q1.700 -2.400 3.400 0t3.400 0`,
  },
  // A horseshoe.
  lucky: {
    lines: 'M4.800 4h4.200v8.200a3 3 0 0 0 6 0V4h4.200v8.500a7.200 7.200 0 0 1 -14.400 0z',
    shapes: `${dot(6.9, 8.2, 0.9)}${dot(17.1, 8.2, 0.9)}${dot(12, 17.4, 0.9)}`,
  },
  // What somebody thinks.
  thinking: {
    lines: 'M8.300 3.500h7.400a5.300 5.300 0 0 1 0 11.200h-7.400a5.300 5.300 0 0 1 0 -11.200z',
    shapes: `${dot(8.4, 9.1, 1.2)}${dot(12, 9.1, 1.2)}${dot(15.6, 9.1, 1.2)}${dot(7.2, 17.6, 1.7)}${dot(4.6, 20.9, 1.1)}`,
  },
  // A face that is glad.
  thanks: {
    lines: `${head}M7 10.600q1.600 -2.600 3.200 0M13.8 10.600q1.600 -2.600 3.200 0M8.200 14.300q3.800 4.400 7.600 0`,
  },
  // An hourglass.
  hurry: {
    lines:
      'M6 3.500h12M6 20.500h12M7.500 3.500v3.200q0 2.200 4.500 5.300q4.500 -3.100 4.500 -5.300v-3.200M7.500 20.500v-3.200q0 -2.200 4.500 -5.300q4.500 3.100 4.500 5.300v3.200',
    shapes: 'M8.900 19.300q0.400 -2.600 3.100 -3.400q2.700 0.800 3.100 3.400z',
  },
}

export const REACTIONS = Object.keys(SIGNS) as readonly Reaction[]
