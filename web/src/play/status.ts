/** What another player is doing, as the table and a TV show it. */
import { t } from '../i18n.svelte'
import type { IconName } from '../parts/icons'
import type { PublicView } from '../protocol'

/** The sign at a player's face. `covered`: a bot plays for them. */
export function badgeOf({ to_act }: PublicView, seat: number, away: boolean, covered: boolean): IconName {
  return away ? 'away' : covered ? 'bot' : to_act.includes(seat) ? 'think' : 'check'
}

/** What the player whose turn it is does. */
export const roleOf = (cards: boolean): string => t(cards ? 'play.role.cards' : 'play.role.dice')

/** The numbers of the cards in a hand, null where they are hidden. */
export function handOf({ hand_numbers, hand_sizes }: PublicView, seat: number): readonly (number | null)[] {
  return hand_numbers?.[seat] ?? Array.from({ length: hand_sizes[seat] ?? 0 }, () => null)
}
