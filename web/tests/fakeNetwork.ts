/** A browser's network, held in memory: sockets that do what a test says, and the events of a page. */
import { vi } from 'vitest'
import type { ClientMessage, ServerMessage } from '../src/protocol'

export class FakeSocket {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSED = 3
  static made: FakeSocket[] = []
  readyState = FakeSocket.CONNECTING
  readonly sent: ClientMessage[] = []
  onopen?: () => void
  onmessage?: (event: { data: string }) => void
  onclose?: (event: { code: number }) => void

  constructor(readonly url: URL) {
    FakeSocket.made.push(this)
  }

  static get latest(): FakeSocket {
    return FakeSocket.made.at(-1)!
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientMessage)
  }

  close(): void {
    this.readyState = FakeSocket.CLOSED
  }

  // What the other end and the network do

  open(): this {
    this.readyState = FakeSocket.OPEN
    this.onopen?.()
    return this
  }

  hear(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message as ServerMessage) })
  }

  fail(code = 1006): void {
    this.readyState = FakeSocket.CLOSED
    this.onclose?.({ code })
  }
}

export class FakeDocument extends EventTarget {
  hidden = false

  show(isShown: boolean): void {
    this.hidden = !isShown
    this.dispatchEvent(new Event('visibilitychange'))
  }
}

export interface FakePage {
  document: FakeDocument
  happen: (event: 'online' | 'offline') => void
  /** Asks whether the server answers over HTTP. */
  fetch: ReturnType<typeof vi.fn>
}

/** A page with a network; timers go when a test says so. */
export function fakePage(): FakePage {
  vi.useFakeTimers()
  FakeSocket.made = []
  const window = new EventTarget()
  const document = new FakeDocument()
  const fetch = vi.fn(() => new Promise(() => undefined))
  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  }
  const globals = { WebSocket: FakeSocket, document, fetch, localStorage: storage }
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
  vi.stubGlobal('location', new URL('http://host.example/t/table'))
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
  vi.stubGlobal('removeEventListener', window.removeEventListener.bind(window))
  return { document, fetch, happen: (event) => window.dispatchEvent(new Event(event)) }
}
