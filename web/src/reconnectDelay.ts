/** How long a page waits before it connects again. */

// The server shuts down or cannot serve its tables: every client learns it at the same moment.
const SERVER_WIDE_CODES: readonly number[] = [1012, 1013]
const SPREAD = 1500
// Too fast, or too many from this address.
const POLICY_VIOLATION = 1008
const POLICY_DELAY = 5000
const FIRST_DELAY = 200
/** Short enough that play continues within five seconds of the network's return. */
const LONGEST_DELAY = 2500

/** Milliseconds before the next attempt, after a close code and a number of failed attempts. */
export function reconnectDelay(code: number, failures: number, chance = Math.random()): number {
  const delay = code === POLICY_VIOLATION ? POLICY_DELAY : Math.min(FIRST_DELAY * 2 ** failures, LONGEST_DELAY)
  const usual = delay * (0.8 + chance * 0.4)
  // All at once, they would be a flood for the process that takes them over.
  return SERVER_WIDE_CODES.includes(code) ? Math.max(usual, chance * SPREAD) : usual
}
