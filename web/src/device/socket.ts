/** The connection to a table on this device, in place of a WebSocket. */
import type { ServerMessage } from '../protocol'
import { reconnectDelay } from '../reconnectingSocket'
import { NO_CODE, type Ends, type Socket } from '../socket'
import { REPLY_TIMEOUT, START_TIMEOUT } from './messages'

export class DeviceSocket implements Socket {
  readonly patience = REPLY_TIMEOUT
  readonly start = START_TIMEOUT
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

  /** A worker that computes a hint answers no heartbeat: only the hint has a deadline. */
  ping(): void {}

  succeed(): void {
    this.failures = 0
    clearTimeout(this.timer)
  }

  reconnect(): void {
    this.failures = 0
    void this.connect()
  }

  /** The worker does not answer: another one continues from the stored facts. */
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
    this.timer = setTimeout(this.lose, START_TIMEOUT)
    try {
      const { noteAcknowledged, workerHost } = await import('./host')
      const host = await workerHost()
      if (attempt !== this.attempt) return
      const connection = host.subscribe(this.table, this.since(), this.watch, {
        onText: (text) => {
          if (attempt !== this.attempt) return
          const message = JSON.parse(text) as ServerMessage
          if (message.type === 'done') noteAcknowledged()
          this.ends.onMessage(message)
        },
        onLost: (code) => attempt === this.attempt && this.fall(code),
      })
      this.end = () => host.close(connection)
      this.say = (text) => host.send(connection, text)
    } catch {
      // The table asks for the download, where that is what is missing.
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
