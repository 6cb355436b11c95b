/**
 * The WebSocket to one table or score pad. It detects a lost connection, and reconnects with exponential backoff.
 *
 * A browser does not report a half-open connection: the server may be frozen, or the network may drop every packet. So
 * after a silence the client sends a heartbeat (`ping`), and the connection counts as lost if nothing comes back.
 */
import type { ServerMessage } from './protocol'
import { NO_CODE, type Ends, type Socket } from './socket'

const PATIENCE = 3000
const START = 8000
const HEARTBEAT = 20_000
// Hidden for longer than that, a page may have slept, and its connection with it.
const ASLEEP = 30_000
// An attempt that takes longer may hang, or the network is slow: a request is sent to measure it.
const PROBE_AFTER = 1000
const LONGEST_ROUND_TRIP = 4000
// A connection takes a few round trips: TCP, TLS, upgrade, and some to spare.
const ROUND_TRIPS = 5

export class ReconnectingSocket implements Socket {
  readonly patience = PATIENCE
  readonly start = START
  heartbeat = HEARTBEAT
  private socket: WebSocket | null = null
  private begunAt = 0
  /** How long a request and its answer take, in milliseconds; 0 unless the network is known to be slow. */
  private roundTrip = 0
  private failures = 0
  // The deadline of a heartbeat or of an attempt to connect, or the delay before the next: one at a time.
  private timer: ReturnType<typeof setTimeout> | undefined
  private hiddenAt: number | null = null
  private isOver = false

  constructor(
    private readonly address: () => URL,
    private readonly ends: Ends,
  ) {
    addEventListener('offline', this.lose)
    addEventListener('online', this.lose)
    document.addEventListener('visibilitychange', this.onVisibilityChange)
    this.connect()
  }

  close(): void {
    this.isOver = true
    removeEventListener('offline', this.lose)
    removeEventListener('online', this.lose)
    document.removeEventListener('visibilitychange', this.onVisibilityChange)
    this.drop()
  }

  send(message: object): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message))
  }

  succeed(): void {
    this.failures = 0
    this.roundTrip = 0
  }

  /** Reconnects, since the server looks at the cookie when a connection opens. */
  reconnect(): void {
    this.failures = 0
    this.connect()
  }

  readonly lose = (): void => {
    if (this.isOver) return
    this.drop()
    if (this.ends.onLost(NO_CODE)) this.reconnect()
  }

  private connect(): void {
    this.drop()
    if (this.isOver) return
    const socket = new WebSocket(this.address())
    const ifLatest =
      <E>(act: (event: E) => void) =>
      (event: E): void => {
        if (socket === this.socket) act(event)
      }
    this.socket = socket
    this.begunAt = performance.now()
    socket.onopen = ifLatest(() => this.scheduleHeartbeat())
    socket.onmessage = ifLatest(({ data }: MessageEvent) => this.read(JSON.parse(String(data)) as ServerMessage))
    socket.onclose = ifLatest(({ code }: CloseEvent) => this.onClose(code))
    this.wait(PROBE_AFTER, () => {
      void this.measure()
      this.wait(PATIENCE - PROBE_AFTER, this.giveUp)
    })
  }

  /**
   * An attempt in a network that drops every packet hangs for minutes, even when the network is back. Only a network
   * that is known to be slow gets more time.
   */
  private readonly giveUp = (): void => {
    const left = Math.max(PATIENCE, ROUND_TRIPS * this.roundTrip) - (performance.now() - this.begunAt)
    if (left > 0) this.wait(left, this.giveUp)
    else this.connect()
  }

  private async measure(): Promise<void> {
    const { socket } = this
    const asked = performance.now()
    try {
      await fetch('/healthz', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(LONGEST_ROUND_TRIP) })
      this.roundTrip = performance.now() - asked
    } catch {
      // The network that was slow is gone: this attempt has no more time than any other.
      this.roundTrip = 0
      if (this.socket === socket && socket?.readyState === WebSocket.CONNECTING) this.giveUp()
    }
  }

  private drop(): void {
    clearTimeout(this.timer)
    const { socket } = this
    this.socket = null
    socket?.close()
  }

  private onClose(code: number): void {
    this.drop()
    if (this.isOver || !this.ends.onLost(code)) return
    this.wait(reconnectDelay(code, this.failures), () => this.connect())
    this.failures += 1
  }

  private wait(milliseconds: number, then: () => void): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(then, milliseconds)
  }

  private read(message: ServerMessage): void {
    this.scheduleHeartbeat()
    if (message.type !== 'pong') this.ends.onMessage(message)
  }

  /** The connection works: the next heartbeat is due after a silence. */
  private scheduleHeartbeat(): void {
    this.wait(this.heartbeat, () => this.ping())
  }

  ping(): void {
    this.send({ type: 'ping', id: 0 })
    this.wait(PATIENCE, this.lose)
  }

  private readonly onVisibilityChange = (): void => {
    if (document.hidden) {
      this.hiddenAt = Date.now()
      return
    }
    // Wall-clock time: monotonic clocks stop while a device sleeps.
    const slept = this.hiddenAt !== null && Date.now() - this.hiddenAt > ASLEEP
    this.hiddenAt = null
    const isWorking = this.socket?.readyState === WebSocket.OPEN
    if (slept || !isWorking) this.lose()
  }
}

// Backoff, with jitter

// The server shuts down or cannot serve its tables: all its clients are disconnected at the same moment.
const SERVER_WIDE_CODES: readonly number[] = [1012, 1013]
const SPREAD = 1500
// Too fast, or too many from this address.
const POLICY_VIOLATION = 1008
const POLICY_DELAY = 5000
const FIRST_DELAY = 200
/** Short enough that play continues within five seconds of the network's return. */
const LONGEST_DELAY = 2500

/** Milliseconds before the next attempt, after a close code and a number of failed attempts. */
export function reconnectDelay(code: number, failures: number, chance = Math.random()): number {
  const delay = code === POLICY_VIOLATION ? POLICY_DELAY : Math.min(FIRST_DELAY * 2 ** failures, LONGEST_DELAY)
  const usual = delay * (0.8 + chance * 0.4)
  // Otherwise all would reach the process that takes over at the same time (thundering herd).
  return SERVER_WIDE_CODES.includes(code) ? Math.max(usual, chance * SPREAD) : usual
}
