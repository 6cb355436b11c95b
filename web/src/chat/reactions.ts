/** Reactions, in the order in which they are offered, and what each is drawn as. */
import type { IconName } from '../parts/icons'
import type { Reacted } from '../protocol'

export type Reaction = Reacted['reaction']

export const REACTION_ICONS: Readonly<Record<Reaction, IconName>> = {
  well_done: 'medal',
  ouch: 'dizzy',
  lucky: 'horseshoe',
  thinking: 'thought',
  thanks: 'glad',
  hurry: 'hourglass',
}

export const REACTIONS = Object.keys(REACTION_ICONS) as readonly Reaction[]
