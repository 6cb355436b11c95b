/** A pad that several devices share. What is written here goes on its way at once, or when the network is back. */
import { Connection } from '../connection.svelte'
import { Refusal } from '../problems'
import type { Advice, Dice, PadHappening, PadInfo, PadMark, PadUpdate, Reason } from '../protocol'
import type { Book } from './book'
import { find, keep, stateOf, type KeptPad } from './kept'
import { markOf, settle, withQueue, type Doing } from './queue'
import { after, blank, whyNot, type PadState } from './state'

/** What is told of an update: what others did, whether this device was away meanwhile, and what came too late. */
export interface Told {
  news: readonly PadHappening[]
  before: PadState
  away: boolean
}

// After being told to be slower.
const PAUSE = 1000

export class SharedBook implements Book {
  readonly connection: Connection
  info = $state.raw<PadInfo | null>(null)
  isKept = $state(true)
  #confirmed = $state.raw<PadState | null>(null)
  #queue = $state.raw<readonly PadMark[]>([])
  #seat = $state<number | null>(null)
  #kept: KeptPad | null
  #isSending = false
  #wasLost = false

  readonly seat = $derived.by(() => this.connection.seat ?? this.#seat)
  readonly ready = $derived(this.#confirmed !== null)
  readonly pad = $derived.by((): PadState => withQueue(this.#confirmed ?? blank('dice', []), this.seat, this.#queue))
  readonly mine = $derived.by(() => (this.seat === null ? [] : [this.seat]))
  readonly present = $derived(this.info?.seats.map(({ present }) => present) ?? [])
  /** How many marks are on their way. */
  readonly waiting = $derived(this.#queue.length)

  constructor(
    readonly id: string,
    readonly tell: { news: (told: Told) => void; dropped: (mark: PadMark, reason: Reason | null) => void },
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
    $effect(() => {
      if (this.connection.status === 'lost') this.#wasLost = true
    })
  }

  close(): void {
    removeEventListener('offline', this.#lose)
    this.connection.close()
  }

  /** A line without a network looks well for a while; whoever writes shall know at once that it waits. */
  #lose = (): void => this.connection.again()

  // What the server says

  #hear({ fresh, happened, info }: PadUpdate): void {
    const before = this.pad
    const known = fresh ? null : this.#confirmed
    const names = info.seats.map(({ name }) => name)
    const isNew = known === null
    const now = { ...happened.reduce(after, known ?? blank(info.game, names)), names, games: info.games }
    const isAnother = this.#confirmed !== null && this.#confirmed.games !== info.games
    this.info = info
    this.#confirmed = now
    this.#seat = this.connection.seat
    if (isAnother) this.#begin()
    else if (this.seat !== null) this.#queue = settle(this.#queue, now.logs[this.seat] ?? [])
    this.#remember(isNew || isAnother, happened)
    if (!isNew) {
      const away = this.#wasLost
      const others = happened.filter(({ what }) => !('seat' in what) || what.seat !== this.seat || away)
      this.tell.news({ news: others.map(({ what }) => what), before, away })
    }
    this.#wasLost = false
    void this.#sendAll()
  }

  /** Another game: the last one stays on this device, and what was still on its way to it came too late. */
  #begin(): void {
    const dropped = this.#queue
    const kept = this.#kept
    if (kept !== null) keep({ ...kept, id: `here.${this.id}.${kept.games}`, seat: null, queue: [] })
    this.#queue = []
    for (const mark of dropped) this.tell.dropped(mark, null)
  }

  /** What is kept begins with the running game, so that it stays small. */
  #remember(isNew: boolean, happened: PadUpdate['happened']): void {
    if (this.#confirmed === null) return
    const { game, names, games } = this.#confirmed
    const base = { id: this.id, game, names, games, seat: this.seat, queue: this.#queue, at: Date.now() }
    if (isNew || this.#kept === null) {
      const begun = happened.slice(happened.findLastIndex(({ what }) => what.type === 'renewed') + 1)
      this.#kept = { ...base, happened: begun.filter(({ what }) => what.type !== 'joined') }
    } else {
      const more = happened.filter(({ what }) => what.type !== 'joined')
      this.#kept = { ...base, happened: [...this.#kept.happened, ...more] }
    }
    this.isKept = keep(this.#kept)
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
    if (this.#isSending) return
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
      await this.connection.send({ type: 'write', game: this.pad.games, mark })
      this.#arrived(mark)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { code } = error.reason
      // What another device of this seat wrote came before the refusal, and has changed the numbers here.
      if (code === 'mark_number' && this.#queue[0]?.n !== mark.n) return
      if (code === 'too_fast' || code === 'store_failed' || code === 'table_failed') {
        await new Promise((resolve) => setTimeout(resolve, PAUSE))
        return
      }
      this.#arrived(mark)
      this.tell.dropped(mark, error.reason)
    }
    this.#remember(false, [])
  }

  /** A mark need not be sent any more; those behind it move up if it got no number. */
  #arrived(mark: PadMark): void {
    const others = this.#queue.filter((each) => each.n !== mark.n)
    this.#queue = settle(others, this.#confirmed?.logs[this.seat ?? 0] ?? [])
  }

  async #command(message: Parameters<Connection['send']>[0]): Promise<void> {
    await this.connection.send(message)
  }

  enterRoll(seat: number, dice: Dice): Promise<void> {
    return this.#command({ type: 'enter_roll', game: this.pad.games, seat, dice })
  }

  readonly askCoach = async (): Promise<Advice> => {
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
