/** A pad that several devices share. What is written here goes on its way at once, or when the network is back. */
import { Connection } from '../connection.svelte'
import { ConnectionLost, Refusal } from '../problems'
import type { Advice, Dice, PadHappening, PadInfo, PadMark, PadUpdate, Reason, RollEntered } from '../protocol'
import type { Book } from './book'
import { find, keep, keyOf, now, stateOf, type KeptPad } from './kept'
import { markOf, settle, without, withQueue, type Doing } from './queue'
import { after, blank, whyNot, type PadState } from './state'

/** What is told of an update: what others did, and whether this device was away meanwhile. */
export interface Told {
  news: readonly PadHappening[]
  before: PadState
  away: boolean
}

export interface Listener {
  news: (told: Told) => void
  /** The sheet did not take a mark that was on its way. */
  dropped: (mark: PadMark, reason: Reason) => void
  /** Another game began before so many marks arrived. */
  late: (count: number) => void
}

// After being told to be slower.
const PAUSE = 1000

export class SharedBook implements Book {
  readonly connection: Connection
  info = $state.raw<PadInfo | null>(null)
  isKept = $state(true)
  /** Whether this browser keeps the game before this one, which nobody else does. */
  isLastKept = $state(true)
  #confirmed = $state.raw<PadState | null>(null)
  #queue = $state.raw<readonly PadMark[]>([])
  /** What was entered here and is still on its way. */
  #roll = $state.raw<RollEntered | null>(null)
  #seat = $state<number | null>(null)
  #kept: KeptPad | null
  #isSending = false
  #wasLost = false

  readonly seat = $derived.by(() => this.connection.seat ?? this.#seat)
  readonly ready = $derived(this.#confirmed !== null)
  readonly pad = $derived.by((): PadState => {
    const pad = withQueue(this.#confirmed ?? blank('dice', []), this.seat, this.#queue)
    return this.#roll === null ? pad : { ...pad, roll: { ...this.#roll, seq: pad.seq + 1 } }
  })
  readonly mine = $derived.by(() => (this.seat === null ? [] : [this.seat]))
  readonly present = $derived(this.info?.seats.map(({ present }) => present) ?? [])
  /** How many marks are on their way. */
  readonly waiting = $derived(this.#queue.length)

  constructor(
    readonly id: string,
    readonly tell: Listener,
  ) {
    this.#kept = find(id)
    if (this.#kept !== null) {
      this.#confirmed = stateOf(this.#kept)
      this.#queue = this.#kept.queue
      this.#seat = this.#kept.seat
    }
    this.connection = new Connection(id, false, this.#confirmed?.seq ?? 0)
    this.connection.onpad = (update) => this.#hear(update)
    addEventListener('offline', this.#lose)
    addEventListener('storage', this.#sit)
    $effect(() => {
      if (this.connection.status === 'lost') this.#wasLost = true
    })
  }

  close(): void {
    removeEventListener('offline', this.#lose)
    removeEventListener('storage', this.#sit)
    this.connection.close()
  }

  /** A line without a network looks well for a while; whoever writes shall know at once that it waits. */
  #lose = (): void => this.connection.again()

  /** Another page of this device took a sheet: it is this page's, too. */
  #sit = ({ key }: StorageEvent): void => {
    if (key === keyOf(this.id) && this.seat === null) this.connection.again()
  }

  // What the server says

  #hear({ fresh, happened, info }: PadUpdate): void {
    const before = this.pad
    const known = fresh ? null : this.#confirmed
    const names = info.seats.map(({ name }) => name)
    const isNew = known === null
    const state = { ...happened.reduce(after, known ?? blank(info.game, names)), names, games: info.games }
    const isAnother = this.#confirmed !== null && this.#confirmed.games !== info.games
    const away = this.#wasLost
    this.info = info
    this.#confirmed = state
    this.#seat = this.connection.seat
    if (isAnother) this.#begin()
    else if (this.seat !== null) this.#queue = settle(this.#queue, state.logs[this.seat] ?? [])
    if (isAnother || happened.some(({ what }) => what.type === 'roll_entered')) this.#roll = null
    this.#remember(isNew || isAnother, happened)
    if (!isNew) {
      const others = happened.filter(({ what }) => !('seat' in what) || what.seat !== this.seat || away)
      this.tell.news({ news: others.map(({ what }) => what), before, away })
    }
    this.#wasLost = false
    void this.#sendAll()
    if (away) void this.#sendRoll().catch(() => undefined)
  }

  /** Another game: the last one stays on this device, with what was still on its way to it. */
  #begin(): void {
    const kept = this.#kept
    const late = this.#queue.length
    this.#queue = []
    if (kept === null) return
    const { id, games, happened, seat, queue } = kept
    const seq = happened.at(-1)?.seq ?? 0
    const own = queue.map((mark, place) => ({
      seq: seq + 1 + place,
      what: { type: 'marked', seat: seat ?? 0, mark } as const,
    }))
    const last = { ...kept, id: `here.${id}.${games}`, happened: [...happened, ...own], seat: null, queue: [] }
    this.isLastKept = keep(last)
    if (late > 0) this.tell.late(late)
  }

  /** What is kept begins with the running game, so that it stays small; who only looks on keeps nothing. */
  #remember(isNew: boolean, happened: PadUpdate['happened']): void {
    if (this.#confirmed === null) return
    const { game, names, games } = this.#confirmed
    const base = { id: this.id, game, names, games, seat: this.seat, queue: this.#queue, at: now() }
    if (isNew || this.#kept === null) {
      const begun = happened.slice(happened.findLastIndex(({ what }) => what.type === 'renewed') + 1)
      this.#kept = { ...base, happened: begun.filter(({ what }) => what.type !== 'joined') }
    } else {
      const more = happened.filter(({ what }) => what.type !== 'joined')
      this.#kept = { ...base, happened: [...this.#kept.happened, ...more] }
    }
    if (this.seat !== null) this.isKept = keep(this.#kept)
  }

  // What is written here

  #seen(): number {
    return this.#confirmed?.seq ?? 0
  }

  whyNot(seat: number, doing: Doing): Reason | null {
    const { pad } = this
    return whyNot(pad, seat, markOf(doing, (pad.logs[seat]?.length ?? 0) + 1, this.#seen()))
  }

  write(seat: number, doing: Doing): void {
    if (seat !== this.seat || this.whyNot(seat, doing) !== null) return
    this.#queue = [...this.#queue, markOf(doing, (this.pad.logs[seat]?.length ?? 0) + 1, this.#seen())]
    this.#remember(false, [])
    void this.#sendAll()
  }

  async #sendAll(): Promise<void> {
    if (this.#isSending || this.seat === null) return
    this.#isSending = true
    try {
      while (this.#queue.length > 0 && this.connection.status === 'open') await this.#sendFirst()
    } catch {
      // The line is lost: what is left goes when it is back.
    }
    this.#isSending = false
  }

  async #sendFirst(): Promise<void> {
    const [mark] = this.#queue
    if (mark === undefined) return
    try {
      // A server that was set back to an earlier day knows less than this device did.
      const seen = Math.min(mark.seen, this.#seen())
      await this.connection.send({ type: 'write', game: this.pad.games, mark: { ...mark, seen } })
      this.#settle(this.#queue.filter(({ n }) => n !== mark.n))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { code } = error.reason
      // What another device of this seat wrote came before the refusal, and has changed the numbers here.
      if (code === 'mark_number' && this.#queue[0]?.n !== mark.n) return
      if (code === 'too_fast' || code === 'store_failed' || code === 'table_failed') {
        await new Promise((resolve) => setTimeout(resolve, PAUSE))
        return
      }
      this.tell.dropped(mark, error.reason)
      this.#settle(without(this.#queue, mark))
    }
    this.#remember(false, [])
  }

  /** What is left to send; it moves up where a mark got no number. */
  #settle(queue: readonly PadMark[]): void {
    this.#queue = settle(queue, this.#confirmed?.logs[this.seat ?? 0] ?? [])
  }

  async #command(message: Parameters<Connection['send']>[0]): Promise<void> {
    await this.connection.send(message)
  }

  /** Without a network it rings what fits here, and waits; the roll that anybody entered last stands. */
  async enterRoll(seat: number, dice: Dice): Promise<void> {
    this.#roll = { type: 'roll_entered', seat, dice }
    await this.#sendRoll()
  }

  async #sendRoll(): Promise<void> {
    const roll = this.#roll
    if (roll === null) return
    try {
      await this.#command({ type: 'enter_roll', game: this.pad.games, seat: roll.seat, dice: roll.dice })
    } catch (error) {
      if (error instanceof ConnectionLost) {
        this.#wasLost = true
        return
      }
      this.#roll = null
      throw error
    }
    if (this.#roll === roll) this.#roll = null
  }

  async askCoach(): Promise<Advice> {
    const reply = await this.connection.send({ type: 'hint' })
    if (reply.type !== 'hinted') throw new Error('a hint was answered by something else')
    return reply.advice
  }

  finish(): Promise<void> {
    return this.#command({ type: 'finish', game: this.pad.games })
  }

  reopen(): Promise<void> {
    return this.#command({ type: 'reopen', game: this.pad.games })
  }

  renew(): Promise<void> {
    return this.#command({ type: 'renew', game: this.pad.games })
  }
}
