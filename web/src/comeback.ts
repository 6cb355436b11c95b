/** How long a page waits before it connects again. */

// The server ends, or cannot serve its tables: everybody there is told so at the same moment.
const TOLD_TO_ALL: readonly number[] = [1012, 1013]
const SPREAD = 1500

/** Milliseconds before the next attempt, after a close code and with the delay that attempts have come to. */
export function pauseBefore(code: number, delay: number, chance = Math.random()): number {
  const usual = delay * (0.8 + chance * 0.4)
  // All at once, they would be a flood for the process that takes them over.
  return TOLD_TO_ALL.includes(code) ? Math.max(usual, chance * SPREAD) : usual
}
