/** The transport of a connection to a table: a WebSocket to a server, or the worker of this device. */
import type { ServerMessage } from './protocol'

/** The close code that browsers report for a lost connection. */
export const NO_CODE = 1006

export interface Ends {
  onMessage: (message: ServerMessage) => void
  /** The connection was lost; returns whether to reconnect. */
  onLost: (code: number) => boolean
}

export interface Socket {
  /** Milliseconds in which every request is answered if the connection works. */
  readonly patience: number
  /** Milliseconds until a page that has just been opened says that it is not connected. */
  readonly start: number
  /** Milliseconds of silence before the client sends a ping. */
  heartbeat: number
  send(message: object): void
  /** Sends a ping: unless something comes within `patience`, the connection is lost. */
  ping(): void
  /** The table can be used: resets the backoff. */
  succeed(): void
  /** Connects again at once. */
  reconnect(): void
  /** Drops the connection; what was sent may have arrived or not. */
  readonly lose: () => void
  /** Ends it for good. */
  close(): void
}
