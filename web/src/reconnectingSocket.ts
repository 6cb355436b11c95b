/**
 * The WebSocket to one table or score pad. It knows whether it works, and is made again until it does.
 *
 * A browser does not tell a page that a connection is dead: the other end may be frozen, or the network may swallow
 * everything. So after a silence the client sends a heartbeat (`ping`), and counts as lost if none comes.
 */
import { reconnectDelay } from './reconnectDelay'
import type { ServerMessage } from './protocol'
import { NO_CODE, type Ends, type Socket } from './socket'

const PATIENCE = 3000
const START = 8000
const HEARTBEAT = 20_000
// Hidden for longer than that, a page may have slept, and its connection with it.
const ASLEEP = 30_000
// An attempt that takes longer than that may hang, or the network is slow: a request tells, if it is answered in time.
const DOUBTED = 1000
const LONGEST_TRIP = 4000
// A connection takes a few trips to the server and back: TCP, TLS, upgrade, and something to spare.
const TRIPS = 5

export class ReconnectingSocket implements Socket {
  readonly patience = PATIENCE
  readonly start = START
  heartbeat = HEARTBEAT
  private socket: WebSocket | null = null
  private begunAt = 0
  /** How long a request and its answer take now, where it is known to be long. */
  private trip = 0
  private failures = 0
  // Waits for at most one thing at a time: a sign of life, an attempt, or the time of the next one.
  private timer: ReturnType<typeof setTimeout> | undefined
  private hiddenAt: number | null = null
  private isOver = false

  constructor(
    private readonly address: () => URL,
    private readonly ends: Ends,
  ) {
    addEventListener('offline', this.lose)
    addEventListener('online', this.lose)
    document.addEventListener('visibilitychange', this.look)
    this.connect()
  }

  close(): void {
    this.isOver = true
    removeEventListener('offline', this.lose)
    removeEventListener('online', this.lose)
    document.removeEventListener('visibilitychange', this.look)
    this.drop()
  }

  send(message: object): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message))
  }

  succeed(): void {
    this.failures = 0
    this.trip = 0
  }

  /** Reconnects, since the server looks at the cookie when a connection opens. */
  reconnect(): void {
    this.failures = 0
    this.connect()
  }

  readonly lose = (): void => {
    if (this.isOver) return
    this.drop()
    if (this.ends.lost(NO_CODE)) this.reconnect()
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
    socket.onopen = ifLatest(() => this.rest())
    socket.onmessage = ifLatest(({ data }: MessageEvent) => this.read(JSON.parse(String(data)) as ServerMessage))
    socket.onclose = ifLatest(({ code }: CloseEvent) => this.fall(code))
    this.wait(DOUBTED, () => {
      void this.measure()
      this.wait(PATIENCE - DOUBTED, this.giveUp)
    })
  }

  /**
   * An attempt into a network that swallows everything hangs for minutes, also when the network is back. Only a network
   * that is known to be slow is left more time.
   */
  private readonly giveUp = (): void => {
    const left = Math.max(PATIENCE, TRIPS * this.trip) - (performance.now() - this.begunAt)
    if (left > 0) this.wait(left, this.giveUp)
    else this.connect()
  }

  private async measure(): Promise<void> {
    const { socket } = this
    const asked = performance.now()
    try {
      await fetch('/healthz', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(LONGEST_TRIP) })
      this.trip = performance.now() - asked
    } catch {
      // The network that was slow is gone: this attempt has no more time than any other.
      this.trip = 0
      if (this.socket === socket && socket?.readyState === WebSocket.CONNECTING) this.giveUp()
    }
  }

  private drop(): void {
    clearTimeout(this.timer)
    const { socket } = this
    this.socket = null
    socket?.close()
  }

  private fall(code: number): void {
    this.drop()
    if (this.isOver || !this.ends.lost(code)) return
    this.wait(reconnectDelay(code, this.failures), () => this.connect())
    this.failures += 1
  }

  private wait(milliseconds: number, then: () => void): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(then, milliseconds)
  }

  private read(message: ServerMessage): void {
    this.rest()
    if (message.type !== 'pong') this.ends.hear(message)
  }

  /** All is well for now. */
  private rest(): void {
    this.wait(this.heartbeat, () => {
      this.send({ type: 'ping', id: 0 })
      this.wait(PATIENCE, this.lose)
    })
  }

  private readonly look = (): void => {
    if (document.hidden) {
      this.hiddenAt = Date.now()
      return
    }
    // By the clock on the wall: other clocks stand still while a device sleeps.
    const slept = this.hiddenAt !== null && Date.now() - this.hiddenAt > ASLEEP
    this.hiddenAt = null
    const isWorking = this.socket?.readyState === WebSocket.OPEN
    if (slept || !isWorking) this.lose()
  }
}
