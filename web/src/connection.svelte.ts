/** The latest state of a table or score pad, and the pending commands. */
import { Contributor } from './fairness/contribute'
import { newKey } from './keyed'
import { outcomeOfCommand, isKept, isTurn, outcomeOfPadCommand, type Outgoing, type PadNow } from './commandOutcome'
import { DeviceSocket } from './device/socket'
import { isOnDevice } from './device/tables'
import { ReconnectingSocket } from './reconnectingSocket'
import { ConnectionLost, Overtaken, Refusal } from './problems'
import {
  PROTOCOL,
  type Answer,
  type Choice,
  type Done,
  type Hinted,
  type HappeningWithSeq,
  type PadUpdate,
  type Reason,
  type Refused,
  type ServerMessage,
  type TableInfo,
  type Update,
  type View,
} from './protocol'
import { shareStructure } from './shareStructure'
import type { Ends, Socket } from './socket'

export type Reply = Done | Answer | Hinted
/**
 * Sends a command and waits for its answer; fails with a Refusal. A command that may have arrived when the connection was lost
 * waits for the reconnect, and is sent again only if the table shows that it did not; anything else fails with ConnectionLost.
 */
export type Send = (message: Outgoing) => Promise<Reply>

type Status = 'connecting' | 'open' | 'lost' | 'missing' | 'outdated'

/** A person who is away; `coverAt` is null where no bot takes over. */
export interface Absence {
  seat: number
  coverAt: number | null
}

const NO_TABLE = 4404
// The table is there, but cannot be used now.
const NOT_NOW = 4503
// The coach shares a machine with other jobs: a hint may take long.
const PATIENCE_FOR_HINTS = 120_000
// Milliseconds in which a connection may come back before the loss is shown; a page that has just been opened has longer.
const LOSS_SHOWN_AFTER = 2000
const KEPT = 400

interface Pending {
  message: Outgoing
  /** What it chose, where it chose something. */
  choice: Choice | null
  /** The last number known when it was sent. */
  seq: number
  isResent: boolean
  resolve: (reply: Reply) => void
  reject: (error: Error) => void
  timer?: ReturnType<typeof setTimeout>
}

export class Connection {
  #status = $state<Status>('connecting')
  #isCutOff = $state(false)
  #problem = $state.raw<Reason | null>(null)
  #seat = $state<number | null>(null)
  #privateLink = $state<string | null>(null)
  #keptDays = $state(0)
  #chat = $state(false)
  #version = $state(0)
  #info = $state.raw<TableInfo | null>(null)
  #view = $state.raw<View | null>(null)
  #happened = $state.raw<readonly HappeningWithSeq[]>([])
  #away = $state.raw<readonly Absence[]>([])
  #rematchOverdue = $state(false)
  #secondsLeft = $state<number | null>(null)
  /** Called with what happened while this page was open. */
  onnews: ((news: readonly HappeningWithSeq[]) => void) | null = null
  /** Called with each update of a score pad; a table sends none. */
  onpad: ((update: PadUpdate) => void) | null = null

  /** Tells the server that a connection replaces an earlier one of this page. */
  private readonly page = newKey()
  private socket: Socket
  private hasState = false
  private nextId = 1
  private pending = new Map<number, Pending>()
  /** Commands that wait until the table shows their outcome. */
  private unsettled: Pending[] = []
  private pad: PadNow = { games: 0, turned: 0 }
  private deadline: number | null = null
  private clock: ReturnType<typeof setTimeout> | undefined
  private lossTimer: ReturnType<typeof setTimeout> | undefined
  private contributor: Contributor

  constructor(
    readonly table: string,
    readonly watch: boolean,
    private seq = 0,
  ) {
    this.contributor = new Contributor(table, this.send)
    const ends: Ends = { onMessage: this.onMessage, onLost: this.onClose }
    this.socket = isOnDevice(table)
      ? new DeviceSocket(table, watch, () => this.seq, ends)
      : new ReconnectingSocket(this.address, ends)
    this.showLossAfter(this.socket.start)
  }

  get status(): Status {
    return this.#status
  }
  /** Whether the connection has been lost for so long that the page says so. */
  get isCutOff(): boolean {
    return this.#isCutOff
  }
  /** Why the connection is lost, where the server said so. */
  get problem(): Reason | null {
    return this.#problem
  }
  get seat(): number | null {
    return this.#seat
  }
  get privateLink(): string | null {
    return this.#privateLink
  }
  get keptDays(): number {
    return this.#keptDays
  }
  /** Whether people may talk here. */
  get chat(): boolean {
    return this.#chat
  }
  get version(): number {
    return this.#version
  }
  get info(): TableInfo | null {
    return this.#info
  }
  get view(): View | null {
    return this.#view
  }
  /** Everything known to have happened at this table, oldest first; only the latest part is kept. */
  get happened(): readonly HappeningWithSeq[] {
    return this.#happened
  }
  /** Who has been gone for a while, and when a bot takes over for them: by `performance.now()`. */
  get away(): readonly Absence[] {
    return this.#away
  }
  /** Whether a rematch has been wanted for so long that it may begin without the others. */
  get rematchOverdue(): boolean {
    return this.#rematchOverdue
  }
  /** What is left for a decision, counted down. */
  get secondsLeft(): number | null {
    return this.#secondsLeft
  }

  close(): void {
    this.socket.close()
    clearTimeout(this.clock)
    clearTimeout(this.lossTimer)
    this.suspendPending()
    for (const { reject } of this.unsettled.splice(0)) reject(new ConnectionLost())
  }

  /** Reconnects, as after taking a seat: the server looks at the cookie when a connection opens. */
  reconnect(): void {
    if (this.#status === 'open') this.#status = 'connecting'
    this.showLossAfter(LOSS_SHOWN_AFTER)
    this.suspendPending()
    this.socket.reconnect()
  }

  /** Skips the backoff. */
  retry(): void {
    this.socket.reconnect()
  }

  send: Send = (message) =>
    new Promise((resolve, reject) => {
      const choice =
        message.type === 'choose' ? (this.#view?.choices.find(({ text }) => text === message.choice) ?? null) : null
      const pending = { message, choice, seq: this.seq, isResent: false, resolve, reject }
      if (this.#status === 'open') this.post(pending)
      else if (isKept(message)) this.unsettled.push(pending)
      else reject(new ConnectionLost())
    })

  private post(pending: Pending): void {
    const id = this.nextId++
    const isHint = pending.message.type === 'hint'
    pending.timer = setTimeout(this.socket.lose, isHint ? PATIENCE_FOR_HINTS : this.socket.patience)
    this.pending.set(id, pending)
    this.socket.send({ ...pending.message, id })
    // The hint has a long deadline, so a heartbeat checks the connection.
    if (isHint) this.socket.ping()
  }

  /** After a disconnect: questions without an answer fail, commands wait for the reconnect. */
  private suspendPending(): void {
    for (const pending of this.pending.values()) {
      clearTimeout(pending.timer)
      if (isKept(pending.message)) this.unsettled.push(pending)
      else pending.reject(new ConnectionLost())
    }
    this.pending.clear()
  }

  private address = (): URL => {
    const address = new URL(`/ws/${encodeURIComponent(this.table)}`, location.href)
    address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
    address.searchParams.set('since', String(this.seq))
    address.searchParams.set('page', this.page)
    if (this.watch) address.searchParams.set('watch', '1')
    const { greeting } = this.contributor
    if (greeting !== null) address.searchParams.set('contribute', greeting)
    return address
  }

  private onClose = (code: number): boolean => {
    this.suspendPending()
    if (this.#status === 'outdated' || this.#status === 'missing') return false
    if (code === NO_TABLE) {
      this.end('missing')
      return false
    }
    if (this.#status !== 'lost') this.showLossAfter(LOSS_SHOWN_AFTER)
    this.#status = 'lost'
    if (code !== NOT_NOW) this.#problem = null
    return true
  }

  /** It does not reconnect automatically. */
  private end(status: 'missing' | 'outdated'): void {
    this.#status = status
    clearTimeout(this.lossTimer)
    this.#isCutOff = false
  }

  private showLossAfter(milliseconds: number): void {
    clearTimeout(this.lossTimer)
    this.lossTimer = setTimeout(() => (this.#isCutOff = true), milliseconds)
  }

  private open(): void {
    this.#status = 'open'
    clearTimeout(this.lossTimer)
    this.#isCutOff = false
    // A welcome alone does not count: a table may turn out to be unusable after it.
    this.socket.succeed()
  }

  private onMessage = (message: ServerMessage): void => {
    switch (message.type) {
      case 'welcome':
        if (message.protocol !== PROTOCOL) {
          this.end('outdated')
          this.socket.close()
          return
        }
        this.socket.heartbeat = message.heartbeat_seconds * 1000
        this.#seat = message.seat
        this.#privateLink = message.private_link
        this.#keptDays = message.kept_days
        this.#chat = message.chat
        break
      case 'update':
        this.update(message)
        break
      case 'pad':
        this.seq = message.version
        this.pad = {
          games: message.info.games,
          turned: message.happened.findLast(isTurn)?.seq ?? this.pad.turned,
        }
        this.open()
        this.onpad?.(message)
        for (const pending of this.unsettled.splice(0)) this.resumeOnPad(pending)
        break
      case 'refused':
        // A refusal without a command says why the server is about to disconnect.
        if (message.id === null) this.#problem = message.reason
        this.settle(message)
        break
      case 'done':
      case 'answer':
      case 'hinted':
        this.settle(message)
        break
      // The socket has noted that something came.
      case 'pong':
        break
      default:
        message satisfies never
    }
  }

  private update(message: Update): void {
    const news = message.happened.filter((numbered) => numbered.seq > this.seq)
    const before = message.fresh ? [] : this.#happened
    this.#happened = [...before, ...news].slice(-KEPT)
    this.seq = news.at(-1)?.seq ?? this.seq
    this.#version = message.version
    this.#info = shareStructure(this.#info, message.info)
    this.#view = shareStructure(this.#view, message.view)
    this.deadline = message.seconds_left === null ? null : performance.now() + message.seconds_left * 1000
    this.#away = message.away.map(({ seat, seconds }) => ({
      seat,
      coverAt: seconds === null ? null : performance.now() + seconds * 1000,
    }))
    this.#rematchOverdue = message.rematch_overdue
    this.tick()
    this.open()
    if (this.hasState && news.length > 0) this.onnews?.(news)
    this.hasState = true
    for (const pending of this.unsettled.splice(0)) this.resume(pending)
    this.contributor.onUpdate(message, this.#seat)
  }

  /** After a reconnect: resolves, resends or rejects a command whose answer was lost, by what the table shows. */
  private resume(pending: Pending, isStale = false): void {
    const { info, view, seat, version } = this
    if (info === null) return
    const news = this.#happened.filter(({ seq }) => seq > pending.seq)
    const outcome = outcomeOfCommand(pending.message, pending.choice, { info, view, seat, news })
    if (outcome === 'done') pending.resolve({ type: 'done', id: 0, version })
    else if (outcome === 'open' && !isStale) this.post({ ...pending, isResent: true })
    else pending.reject(new Overtaken())
  }

  private resumeOnPad(pending: Pending): void {
    const outcome = outcomeOfPadCommand(pending.message, pending.seq, this.pad)
    if (outcome === 'done') pending.resolve({ type: 'done', id: 0, version: this.seq })
    else this.post(pending)
  }

  private settle(reply: Reply | Refused): void {
    const pending = reply.id === null ? undefined : this.pending.get(reply.id)
    if (pending === undefined || reply.id === null) return
    this.pending.delete(reply.id)
    clearTimeout(pending.timer)
    if (reply.type !== 'refused') pending.resolve(reply)
    // The game may have gone on between the update and the resent command.
    else if (pending.isResent && reply.reason.code === 'stale') this.resume(pending, true)
    else pending.reject(new Refusal(reply.reason))
  }

  private tick = (): void => {
    clearTimeout(this.clock)
    const { deadline } = this
    if (deadline === null) {
      this.#secondsLeft = null
      return
    }
    const left = Math.max(0, deadline - performance.now())
    this.#secondsLeft = Math.ceil(left / 1000)
    // Until the next whole second; a moment more, since timers may come early.
    if (left > 0) this.clock = setTimeout(this.tick, left - (this.#secondsLeft - 1) * 1000 + 5)
  }
}
