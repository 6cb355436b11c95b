/** What can be felt: short knocks, on devices that have them. */
import type { Sound } from './sound'

/** For how long it knocks, and for how long it pauses before the next, in milliseconds. */
const KNOCKS: Readonly<Partial<Record<Sound, number | number[]>>> = {
  choose: 8,
  cross: [10, 60, 10],
  lock: [15, 45, 30],
  penalty: 45,
  turn: [12, 80, 12],
  won: [15, 75, 15, 75, 30],
  lost: [30, 75, 15],
}

/** Knocks as it sounds; a device that cannot, or a browser that refuses, stays still. */
export function knock(sound: Sound): void {
  const pattern = KNOCKS[sound]
  if (pattern === undefined || typeof navigator.vibrate !== 'function') return
  try {
    navigator.vibrate(pattern)
  } catch {
    // Not allowed here: nothing is felt.
  }
}
