/** In place of the WebSocket to a table: the connection to one on this device. */
import type { ServerMessage } from '../protocol'
import { reconnectDelay } from '../reconnectDelay'
import { NO_CODE, type Ends, type Socket } from '../socket'

// Milliseconds until a worker that was asked something counts as dead; a slow phone has to start Python first.
const PATIENCE = 10_000
const START = 45_000

export class DeviceSocket implements Socket {
  readonly patience = PATIENCE
  readonly start = START
  heartbeat = 0
  private end: (() => void) | null = null
  private say: ((text: string) => void) | null = null
  private attempt = 0
  private failures = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private isOver = false

  constructor(
    private readonly table: string,
    private readonly watch: boolean,
    private readonly since: () => number,
    private readonly ends: Ends,
  ) {
    void this.connect()
  }

  close(): void {
    this.isOver = true
    this.drop()
  }

  send(message: object): void {
    this.say?.(JSON.stringify(message))
  }

  /** A worker that computes a hint answers nothing else: only the hint has a deadline. */
  ping(): void {}

  succeed(): void {
    this.failures = 0
    clearTimeout(this.timer)
  }

  reconnect(): void {
    this.failures = 0
    void this.connect()
  }

  /** The worker does not answer: another one goes on from what is stored. */
  readonly lose = (): void => {
    if (this.isOver) return
    void import('./host').then(({ giveUp }) => giveUp())
  }

  private drop(): void {
    clearTimeout(this.timer)
    this.attempt++
    this.end?.()
    this.end = this.say = null
  }

  private async connect(): Promise<void> {
    this.drop()
    if (this.isOver) return
    const { attempt } = this
    this.timer = setTimeout(this.lose, START)
    try {
      const [{ hosted }, { here }] = await Promise.all([import('./host'), import('./here.svelte')])
      if (attempt !== this.attempt) return
      // The table asks for the download.
      if (here.kept === null) return this.fall(NO_CODE)
      const host = hosted()
      const connection = host.subscribe(this.table, this.since(), this.watch, {
        hear: (text) => attempt === this.attempt && this.ends.onMessage(JSON.parse(text) as ServerMessage),
        lost: (code) => attempt === this.attempt && this.fall(code),
      })
      this.end = () => host.close(connection)
      this.say = (text) => host.send(connection, text)
    } catch {
      if (attempt === this.attempt) this.fall(NO_CODE)
    }
  }

  private fall(code: number): void {
    this.drop()
    if (this.isOver || !this.ends.onLost(code)) return
    this.timer = setTimeout(() => void this.connect(), reconnectDelay(code, this.failures))
    this.failures += 1
  }
}
