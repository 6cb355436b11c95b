/** A pad with the sheets that this device writes on: alone, or shared with other devices. */
import type { Advice, Dice, Reason } from '../protocol'
import type { MarkDraft } from './marks'
import type { PadState } from './state'

export interface Book {
  readonly pad: PadState
  /** The seats whose sheets are on this device. */
  readonly mine: readonly number[]
  /** Of a shared pad, whether the devices of all seats are connected. */
  readonly present: readonly boolean[] | null
  /** Whether an earlier game can be restored. */
  readonly canRestore: boolean
  /** Why a mark cannot be made now; null if it can. */
  whyNot(seat: number, draft: MarkDraft): Reason | null
  write(seat: number, draft: MarkDraft): void
  /** Undoes what a seat wrote about players on paper; anyone may. */
  retract(owner: number, n: number): Promise<void>
  enterRoll(seat: number, dice: Dice): Promise<void>
  /** What the coach would do on a sheet after the roll; it needs the server. */
  askCoach(seat: number): Promise<Advice>
  finish(): Promise<void>
  reopen(): Promise<void>
  renew(): Promise<void>
  /** Undoes a new game: back to the one before it. */
  restore(): Promise<void>
}
