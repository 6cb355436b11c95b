/** The line to one table. It mends itself; what the server says last is in its fields. */
import { pauseBefore } from './comeback'
import { Contributor } from './fairness/contribute'
import { ConnectionLost, Refusal } from './problems'
import {
  PROTOCOL,
  type Answer,
  type ClientMessage,
  type Done,
  type Hinted,
  type Numbered,
  type PadUpdate,
  type Reason,
  type Refused,
  type ServerMessage,
  type TableInfo,
  type Update,
  type View,
} from './protocol'
import { reuse } from './reuse'

type WithoutId<M> = M extends unknown ? Omit<M, 'id'> : never
export type Reply = Done | Answer | Hinted
/** Sends a command and waits for its answer; fails with a Refusal or with ConnectionLost. */
export type Send = (message: WithoutId<ClientMessage>) => Promise<Reply>

export type Status = 'connecting' | 'open' | 'lost' | 'missing' | 'outdated'

const NO_TABLE = 4404
// The table is there, but cannot be used now.
const NOT_NOW = 4503
// Too fast, or too many from this address.
const SENT_AWAY = 1008
const FIRST_DELAY = 200
const LONGEST_DELAY = 5000
const PATIENCE = 10_000
// The coach thinks on a machine that others use, too: a hint may take its time.
const PATIENCE_FOR_HINTS = 120_000
const ASLEEP = 30_000
const KEPT = 400

interface Pending {
  resolve: (reply: Reply) => void
  reject: (error: Error) => void
  timer: ReturnType<typeof setTimeout>
}

export class Connection {
  status = $state<Status>('connecting')
  /** Why the line is lost, where the server told. */
  trouble = $state.raw<Reason | null>(null)
  seat = $state<number | null>(null)
  privateLink = $state<string | null>(null)
  keptDays = $state(0)
  /** Whether people may talk here. */
  chat = $state(false)
  version = $state(0)
  info = $state.raw<TableInfo | null>(null)
  view = $state.raw<View | null>(null)
  /** Everything known to have happened at this table, oldest first; only the latest part is kept. */
  happened = $state.raw<readonly Numbered[]>([])
  /** What is left for a decision, counted down. */
  secondsLeft = $state<number | null>(null)
  /** Called with what happened while this page was open. */
  onnews: ((news: readonly Numbered[]) => void) | null = null
  /** Called with what a score pad says; a table says nothing of that kind. */
  onpad: ((update: PadUpdate) => void) | null = null

  private socket: WebSocket | null = null
  private met = false
  private nextId = 1
  private pending = new Map<number, Pending>()
  private delay = FIRST_DELAY
  private retry: ReturnType<typeof setTimeout> | undefined
  private deadline: number | null = null
  private clock: ReturnType<typeof setInterval> | undefined
  private hiddenAt: number | null = null
  private contributor: Contributor
  private closed = false

  constructor(
    readonly table: string,
    readonly watch: boolean,
    private seq = 0,
  ) {
    this.contributor = new Contributor(table, this.send)
    addEventListener('online', this.hurry)
    document.addEventListener('visibilitychange', this.visible)
    this.clock = setInterval(this.tick, 250)
    this.connect()
  }

  close(): void {
    this.closed = true
    removeEventListener('online', this.hurry)
    document.removeEventListener('visibilitychange', this.visible)
    clearInterval(this.clock)
    clearTimeout(this.retry)
    this.drop()
  }

  /** Begin anew, as after taking a seat: the server looks at the cookie when a connection opens. */
  again(): void {
    this.delay = FIRST_DELAY
    this.connect()
  }

  send: Send = (message) => {
    const { socket } = this
    if (socket === null || socket.readyState !== WebSocket.OPEN) return Promise.reject(new ConnectionLost())
    const id = this.nextId++
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.again(), message.type === 'hint' ? PATIENCE_FOR_HINTS : PATIENCE)
      this.pending.set(id, { resolve, reject, timer })
      socket.send(JSON.stringify({ ...message, id }))
    })
  }

  private connect(): void {
    clearTimeout(this.retry)
    this.drop()
    if (this.closed) return
    const address = new URL(`/ws/${encodeURIComponent(this.table)}`, location.href)
    address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
    address.searchParams.set('since', String(this.seq))
    if (this.watch) address.searchParams.set('watch', '1')
    const { greeting } = this.contributor
    if (greeting !== null) address.searchParams.set('contribute', greeting)
    const socket = new WebSocket(address)
    this.socket = socket
    socket.onmessage = (event) => {
      if (socket === this.socket) this.read(JSON.parse(String(event.data)) as ServerMessage)
    }
    socket.onclose = (event) => {
      if (socket === this.socket) this.fell(event.code)
    }
  }

  /** Lets go of the socket; commands on their way fail. */
  private drop(): void {
    const { socket } = this
    this.socket = null
    socket?.close()
    for (const { reject, timer } of this.pending.values()) {
      clearTimeout(timer)
      reject(new ConnectionLost())
    }
    this.pending.clear()
  }

  private fell(code: number): void {
    this.drop()
    if (this.closed || this.status === 'outdated') return
    if (code === NO_TABLE) {
      this.status = 'missing'
    } else {
      this.status = 'lost'
      if (code !== NOT_NOW) this.trouble = null
      if (code === SENT_AWAY) this.delay = LONGEST_DELAY
      this.retry = setTimeout(() => this.connect(), pauseBefore(code, this.delay))
      this.delay = Math.min(this.delay * 2, LONGEST_DELAY)
    }
  }

  private read(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        if (message.protocol !== PROTOCOL) {
          this.status = 'outdated'
          this.drop()
          return
        }
        this.seat = message.seat
        this.privateLink = message.private_link
        this.keptDays = message.kept_days
        this.chat = message.chat
        break
      case 'update':
        this.update(message)
        break
      case 'pad':
        this.seq = message.version
        this.status = 'open'
        this.delay = FIRST_DELAY
        this.onpad?.(message)
        break
      case 'refused':
        // What answers no command says why the server is about to close.
        if (message.id === null) this.trouble = message.reason
        this.settle(message)
        break
      case 'done':
      case 'answer':
      case 'hinted':
        this.settle(message)
    }
  }

  private update(message: Update): void {
    const news = message.happened.filter((numbered) => numbered.seq > this.seq)
    const before = message.fresh ? [] : this.happened
    this.happened = [...before, ...news].slice(-KEPT)
    this.seq = news.at(-1)?.seq ?? this.seq
    this.version = message.version
    this.info = reuse(this.info, message.info)
    this.view = reuse(this.view, message.view)
    this.deadline = message.seconds_left === null ? null : performance.now() + message.seconds_left * 1000
    this.tick()
    this.status = 'open'
    // A welcome alone does not count: a table may turn out to be unusable after it.
    this.delay = FIRST_DELAY
    if (this.met && news.length > 0) this.onnews?.(news)
    this.met = true
    this.contributor.hear(message, this.seat)
  }

  private settle(reply: Reply | Refused): void {
    const pending = reply.id === null ? undefined : this.pending.get(reply.id)
    if (pending === undefined || reply.id === null) return
    this.pending.delete(reply.id)
    clearTimeout(pending.timer)
    if (reply.type === 'refused') pending.reject(new Refusal(reply.reason))
    else pending.resolve(reply)
  }

  private tick = (): void => {
    const { deadline } = this
    this.secondsLeft = deadline === null ? null : Math.max(0, Math.ceil((deadline - performance.now()) / 1000))
  }

  private hurry = (): void => {
    if (this.status === 'lost') this.again()
  }

  /** A device that slept may hold a dead connection without knowing it. */
  private visible = (): void => {
    if (document.hidden) {
      this.hiddenAt = performance.now()
      return
    }
    const slept = this.hiddenAt !== null && performance.now() - this.hiddenAt > ASLEEP
    this.hiddenAt = null
    if (this.status === 'lost' || (slept && this.status === 'open')) this.again()
  }
}
