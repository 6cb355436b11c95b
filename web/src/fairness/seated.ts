/** The commitment of a table at which this device has just taken a seat. */
import type { Seated } from '../protocol'
import { save } from '../storage'

export const SEATED = 'seated'

export function noteSeat({ table, commitments: [first] }: Seated): void {
  if (first?.game === 1) save(SEATED, `${table} ${first.hash}`)
}
