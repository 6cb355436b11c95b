/** How long a page waits before it connects again. */

// The server shuts down or cannot serve its tables: every client learns it at the same moment.
const TOLD_TO_ALL: readonly number[] = [1012, 1013]
const SPREAD = 1500
// Too fast, or too many from this address.
const SENT_AWAY = 1008
const SENT_AWAY_FOR = 5000
const FIRST_DELAY = 200
/** Short enough that play continues within five seconds of the network's return. */
const LONGEST_DELAY = 2500

/** Milliseconds before the next attempt, after a close code and a number of failed attempts. */
export function reconnectDelay(code: number, failures: number, chance = Math.random()): number {
  const delay = code === SENT_AWAY ? SENT_AWAY_FOR : Math.min(FIRST_DELAY * 2 ** failures, LONGEST_DELAY)
  const usual = delay * (0.8 + chance * 0.4)
  // All at once, they would be a flood for the process that takes them over.
  return TOLD_TO_ALL.includes(code) ? Math.max(usual, chance * SPREAD) : usual
}
