/** A pad that several devices share. Marks are shown at once (optimistic updates), and sent when there is a connection. */
import { Connection } from '../connection.svelte'
import { ConnectionLost, Refusal } from '../problems'
import type {
  Advice,
  Dice,
  PadHappening,
  PadInfo,
  PadMark,
  PadHappeningWithSeq,
  PadUpdate,
  Reason,
  RollEntered,
} from '../protocol'
import type { Book } from './book'
import { findPad, forget, keepPad, padKey, now, stateOf, type KeptPad } from './kept'
import { markOf, type MarkDraft } from './marks'
import { afterSent, settle, without, withQueue } from './queue'
import { after, blank, type PadState } from './state'
import { whyNot } from './whyNot'

/** What to announce about an update: what others did, and whether this device was offline meanwhile. */
export interface PadNews {
  news: readonly PadHappening[]
  before: PadState
  away: boolean
}

export interface Listener {
  news: (news: PadNews) => void
  /** The sheet did not take a mark that was on its way. */
  dropped: (mark: PadMark, reason: Reason) => void
  /** Another game began before this number of marks arrived. */
  late: (count: number) => void
}

// Milliseconds before a retry.
const PAUSE = 1000
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PAUSE))
const isRestored = ({ what }: PadHappeningWithSeq): boolean => what.type === 'restored'

export class SharedBook implements Book {
  readonly connection: Connection
  #info = $state.raw<PadInfo | null>(null)
  #isKept = $state(true)
  #isLastKept = $state(true)
  #confirmed = $state.raw<PadState | null>(null)
  #queue = $state.raw<readonly PadMark[]>([])
  /** The roll that was entered here and is not confirmed. */
  #roll = $state.raw<RollEntered | null>(null)
  #seat = $state<number | null>(null)
  /** What happened in the running game. */
  #happened: readonly PadHappeningWithSeq[] = []
  #isSending = false
  #wasLost = false

  readonly seat = $derived.by(() => this.connection.seat ?? this.#seat)
  readonly ready = $derived(this.#confirmed !== null)
  readonly pad = $derived.by((): PadState => {
    const pad = withQueue(this.#confirmed ?? blank('dice', []), this.seat, this.#queue)
    return this.#roll === null ? pad : { ...pad, roll: { ...this.#roll, seq: pad.seq + 1 } }
  })
  readonly mine = $derived.by(() => (this.seat === null ? [] : [this.seat]))
  readonly present = $derived(this.#info?.seats.map(({ present }) => present) ?? [])
  /** How many marks are not confirmed. */
  readonly waiting = $derived(this.#queue.length)
  readonly canRestore = $derived(this.#info?.can_restore ?? false)

  get info(): PadInfo | null {
    return this.#info
  }

  get isKept(): boolean {
    return this.#isKept
  }

  /** Whether this browser has the game before this one; no other device has it. */
  get isLastKept(): boolean {
    return this.#isLastKept
  }

  constructor(
    readonly id: string,
    readonly tell: Listener,
  ) {
    const kept = findPad(id)
    if (kept !== null) {
      this.#confirmed = stateOf(kept)
      this.#happened = kept.happened
      this.#queue = kept.queue
      this.#seat = kept.seat
    }
    this.connection = new Connection(id, false, this.#confirmed?.seq ?? 0)
    this.connection.onpad = (update) => this.#onUpdate(update)
    addEventListener('storage', this.#share)
    $effect(() => {
      if (this.connection.status === 'lost') this.#wasLost = true
    })
  }

  close(): void {
    removeEventListener('storage', this.#share)
    this.connection.close()
  }

  /** Another page of this device took a sheet, or wrote on it: its seat and its marks are this page's, too. */
  #share = ({ key }: StorageEvent): void => {
    if (key !== padKey(this.id)) return
    if (this.seat === null) return this.connection.reconnect()
    this.#merge()
    // The other page sends it first, unless it was closed.
    setTimeout(() => void this.#sendAll(), PAUSE)
  }

  // What the pages of this device share: the marks that are still to be sent

  /** What was kept last of the running game, by this page or another. */
  #stored(): KeptPad | null {
    const kept = this.seat === null ? null : findPad(this.id)
    return kept?.games === this.#confirmed?.games ? kept : null
  }

  /** Takes over what another page wrote, even if its storage event has not come. */
  #merge(): void {
    this.#queue = this.#stored()?.queue ?? this.#queue
  }

  /** What another page stored, if it is newer than this page. */
  #ahead(): KeptPad | null {
    const stored = this.#stored()
    return stored !== null && (stored.seq ?? 0) > this.#seen() ? stored : null
  }

  /** Renumbers the queue by the confirmed log of the seat, unless a newer page has done so. */
  #settle(queue: readonly PadMark[], ahead = this.#ahead()): void {
    this.#queue = ahead === null ? settle(queue, this.#confirmed?.logs[this.seat ?? 0] ?? []) : queue
  }

  // Updates of the server

  #onUpdate({ fresh, happened, info }: PadUpdate): void {
    const before = this.pad
    const last = this.#confirmed
    const names = info.seats.map(({ name }) => name)
    const state = {
      ...happened.reduce(after, (fresh ? null : last) ?? blank(info.game, names)),
      names,
      games: info.games,
    }
    const isAnother = last !== null && last.games !== info.games
    const away = this.#wasLost
    this.#merge()
    if (isAnother) this.#leave(last)
    this.#info = info
    this.#confirmed = state
    this.#seat = this.connection.seat
    const begun = happened.slice(happened.findLastIndex(({ what }) => what.type === 'renewed') + 1)
    const more = begun.filter(({ what }) => what.type !== 'joined')
    this.#happened = fresh || isAnother ? more : [...this.#happened, ...more]
    // A server whose database was restored from a backup may know less than this page; it is right.
    const ahead = fresh ? null : this.#ahead()
    if (isAnother) this.#forgetCopy(state)
    else if (this.seat !== null) this.#settle(this.#queue, ahead)
    if (isAnother || happened.some(({ what }) => what.type === 'roll_entered')) this.#roll = null
    this.#remember(ahead)
    const news = fresh ? happened.slice(-1).filter(isRestored) : happened
    if (last !== null && (!fresh || news.length > 0)) this.#tellNews(news, before, away)
    this.#wasLost = false
    void this.#sendAll()
    if (away) void this.#sendRoll().catch(() => undefined)
  }

  #tellNews(happened: readonly PadHappeningWithSeq[], before: PadState, away: boolean): void {
    const others = happened.filter(({ what }) => !('seat' in what) || what.seat !== this.seat || away)
    this.tell.news({ news: others.map(({ what }) => what), before, away })
  }

  #copyOf = (games: number): string => `here.${this.id}.${games}`

  /** Another game began: the last one stays on this device, with its unconfirmed marks. */
  #leave({ game, names, games, seq }: PadState): void {
    const queue = this.#queue
    this.#queue = []
    if (this.seat === null) return
    const seat = this.seat
    const own = queue.map((mark, place) => ({ seq: seq + 1 + place, what: { type: 'marked', seat, mark } as const }))
    const happened = [...this.#happened, ...own]
    const id = this.#copyOf(games)
    const isWritten = happened.some(({ what }) => what.type === 'marked')
    // Another page of this device may have kept more of it.
    if (isWritten && (findPad(id)?.happened.length ?? 0) < happened.length) {
      this.#isLastKept = keepPad({ id, at: now(), game, names, games, happened, seat: null, queue: [] })
    }
    if (queue.length > 0) this.tell.late(queue.length)
  }

  /** An earlier game was restored: its copy is deleted, unless it has marks that came too late. */
  #forgetCopy({ games, logs }: PadState): void {
    const copy = findPad(this.#copyOf(games))
    const isLonger = (log: PadState['logs'][number], seat: number): boolean => log.length > (logs[seat]?.length ?? 0)
    if (copy !== null && !stateOf(copy).logs.some(isLonger)) forget(copy.id)
  }

  /** What is kept begins with the running game, so that it stays small; a page without a seat keeps nothing. */
  #remember(ahead = this.#ahead()): void {
    if (this.#confirmed === null || this.seat === null) return
    const { game, names, games, seq } = this.#confirmed
    const own = { id: this.id, game, names, games, seat: this.seat, happened: this.#happened, seq }
    this.#isKept = keepPad({ ...(ahead ?? own), queue: this.#queue, at: now() })
  }

  // Commands of this device

  #seen(): number {
    return this.#confirmed?.seq ?? 0
  }

  whyNot(seat: number, draft: MarkDraft): Reason | null {
    const { pad } = this
    return whyNot(pad, seat, markOf(draft, (pad.logs[seat]?.length ?? 0) + 1, this.#seen()))
  }

  write(seat: number, draft: MarkDraft): void {
    if (seat !== this.seat) return
    this.#merge()
    if (this.whyNot(seat, draft) !== null) return
    const last = Math.max(this.pad.logs[seat]?.length ?? 0, this.#queue.at(-1)?.n ?? 0)
    this.#queue = [...this.#queue, markOf(draft, last + 1, this.#seen())]
    this.#remember()
    void this.#sendAll()
  }

  async #sendAll(): Promise<void> {
    if (this.#isSending || this.seat === null) return
    this.#isSending = true
    try {
      while (this.#queue.length > 0 && this.connection.status === 'open') await this.#sendFirst()
    } catch {
      // The connection is lost: the rest is sent after the reconnect.
    }
    this.#isSending = false
  }

  async #sendFirst(): Promise<void> {
    const [mark] = this.#queue
    if (mark === undefined) return
    const { games } = this.pad
    try {
      // A server whose database was restored from a backup may know less than this device did.
      const seen = Math.min(mark.seen, this.#seen())
      await this.connection.send({ type: 'write', game: games, mark: { ...mark, seen } })
      this.#merge()
      this.#settle(afterSent(this.#queue, mark))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { code } = error.reason
      // Marks of another game are stored with it.
      if (code === 'stale' && games !== this.pad.games) return
      this.#merge()
      if (code === 'mark_number') {
        // A conflict: another device or page of this seat has used that number, so the log gives the next.
        this.#settle(this.#queue)
        if (this.#queue[0]?.n === mark.n) await pause()
      } else if (code === 'too_fast' || code === 'store_failed' || code === 'table_failed') {
        return pause()
      } else {
        this.tell.dropped(mark, error.reason)
        this.#settle(without(this.#queue, mark))
      }
    }
    this.#remember()
  }

  async #command(message: Parameters<Connection['send']>[0]): Promise<void> {
    await this.connection.send(message)
  }

  /** Without a network the roll is shown here only, and sent later; the latest roll of all players counts. */
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

  /** One's own marks are undone by a mark, which may wait in the queue. */
  retract(owner: number, n: number): Promise<void> {
    if (owner !== this.seat) return this.#command({ type: 'retract', game: this.pad.games, seat: owner, n })
    this.write(owner, { kind: 'undo', undone: n })
    return Promise.resolve()
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

  restore(): Promise<void> {
    return this.#command({ type: 'restore', game: this.pad.games })
  }
}
