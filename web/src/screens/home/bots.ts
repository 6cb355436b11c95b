/** Which bots join the game when the player taps a face. */
import type { Bot } from '../../rules'
import { MOST } from '../../settings.svelte'

/**
 * The first tap on another face plays that one instead; further ones join, as many as there are seats.
 * A second tap on a face takes it out, unless it is the only one.
 */
export function afterTap<B extends Bot>(bots: readonly B[], tapped: B, isFirstTap: boolean): B[] {
  if (bots.includes(tapped)) return bots.length > 1 && !isFirstTap ? bots.filter((bot) => bot !== tapped) : [...bots]
  if (isFirstTap) return [tapped]
  return bots.length < MOST - 1 ? [...bots, tapped] : [...bots]
}
