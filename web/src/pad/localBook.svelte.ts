/** A pad that is on this device alone: it needs no network, and all sheets are here. */
import type { Advice, Dice, PadHappening, Reason } from '../protocol'
import { goInstead, padPath } from '../router.svelte'
import { padAdvice } from '../api'
import type { Book } from './book'
import { findPad, forget, keepPad, padKey, newId, now, stateOf, type KeptPad } from './kept'
import { inForce, markOf, type MarkDraft } from './marks'
import type { SharedGame } from '../rules'
import { after, type PadState } from './state'
import { whyNot } from './whyNot'

/** A new pad for these people, kept on this device. */
export function newLocal(game: SharedGame, names: readonly string[]): KeptPad {
  return { id: newId(), at: now(), game, names, games: 1, happened: [], seat: null, queue: [] }
}

export class LocalBook implements Book {
  #kept: KeptPad
  #pad = $state.raw() as PadState
  #isKept = $state(true)
  readonly present = null
  readonly mine: readonly number[]
  readonly canRestore: boolean

  constructor(kept: KeptPad) {
    this.#kept = kept
    this.canRestore = kept.before !== undefined && findPad(kept.before) !== null
    this.#pad = stateOf(kept)
    this.mine = kept.names.map((_, seat) => seat)
    this.#isKept = keepPad(kept)
  }

  get pad(): PadState {
    return this.#pad
  }

  /** Whether this browser keeps what is written; else it is gone with the page. */
  get isKept(): boolean {
    return this.#isKept
  }

  /** Takes over what another page of this device writes; returns a function that stops. */
  listen(): () => void {
    const onStorage = ({ key }: StorageEvent): void => {
      if (key === padKey(this.#kept.id)) this.#reload()
    }
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  }

  /** Takes over what another page wrote, even if its storage event has not come. */
  #reload(): void {
    const kept = findPad(this.#kept.id)
    if (kept === null) return
    this.#kept = kept
    this.#pad = stateOf(kept)
  }

  static find(id: string): LocalBook | null {
    const kept = findPad(id)
    return kept === null ? null : new LocalBook(kept)
  }

  #mark(seat: number, draft: MarkDraft) {
    return markOf(draft, (this.#pad.logs[seat]?.length ?? 0) + 1, this.#pad.seq)
  }

  #happen(what: PadHappening): void {
    this.#reload()
    const numbered = { seq: this.#pad.seq + 1, what }
    this.#pad = after(this.#pad, numbered)
    this.#kept = { ...this.#kept, at: now(), happened: [...this.#kept.happened, numbered] }
    this.#isKept = keepPad(this.#kept)
  }

  whyNot(seat: number, draft: MarkDraft): Reason | null {
    return whyNot(this.#pad, seat, this.#mark(seat, draft))
  }

  write(seat: number, draft: MarkDraft): void {
    this.#reload()
    if (this.whyNot(seat, draft) === null) this.#happen({ type: 'marked', seat, mark: this.#mark(seat, draft) })
  }

  async retract(owner: number, n: number): Promise<void> {
    this.write(owner, { kind: 'undo', undone: n })
  }

  async enterRoll(seat: number, dice: Dice): Promise<void> {
    this.#happen({ type: 'roll_entered', seat, dice })
  }

  /** The server keeps nothing of it: all that it has to know is in the question. */
  async askCoach(seat: number): Promise<Advice> {
    const { logs, roll } = this.#pad
    if (roll === null) throw new Error('there is no roll to ask about')
    const marks = logs.map((log) => inForce(log).map(({ mark }) => mark))
    return padAdvice({ logs: marks, seat, active: roll.seat, dice: roll.dice, rolled: roll.seq })
  }

  async finish(): Promise<void> {
    this.#happen({ type: 'finished', seat: 0 })
  }

  async reopen(): Promise<void> {
    this.#happen({ type: 'reopened', seat: 0 })
  }

  /** Another pad: this one stays, to be looked at. */
  async renew(): Promise<void> {
    const { id, game, names } = this.#kept
    const next = { ...newLocal(game, names), before: id }
    keepPad(next)
    goInstead(padPath(next.id))
  }

  async restore(): Promise<void> {
    const { id, before } = this.#kept
    if (before === undefined) return
    // Empty sheets are nothing to keep.
    if (this.#pad.logs.every((log) => log.length === 0)) forget(id)
    goInstead(padPath(before))
  }
}
