/** The line to the server: when it is taken for lost, and how soon it is made again. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { reconnectDelay, ReconnectingSocket } from '../src/reconnectingSocket'
import { FakeSocket, fakePage, type FakePage } from './fakeNetwork'

const HOUR = 3_600_000
const WELCOME = { type: 'welcome' }

let page: FakePage
let heard: string[]
let lost: number[]
let line: ReconnectingSocket

beforeEach(() => {
  page = fakePage()
  heard = []
  lost = []
  line = new ReconnectingSocket(() => new URL('ws://host.example/ws/table'), {
    onMessage: ({ type }) => heard.push(type),
    onLost: (code) => lost.push(code) > 0,
  })
})

afterEach(() => {
  line.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A socket that is open, and has said something. */
function opened(): FakeSocket {
  const socket = FakeSocket.latest.open()
  socket.hear(WELCOME)
  line.succeed()
  return socket
}

const made = (): number => FakeSocket.made.length

describe('a connection that is silent', () => {
  it('asks for a sign, and is lost if none comes', () => {
    const socket = opened()
    vi.advanceTimersByTime(20_000)
    expect(socket.sent).toEqual([{ type: 'ping', id: 0 }])
    vi.advanceTimersByTime(2999)
    expect(lost).toEqual([])
    vi.advanceTimersByTime(1)
    expect(lost).toEqual([1006])
    expect(made()).toBe(2)
  })

  it('stays open as long as pongs come, which are not passed on', () => {
    const socket = opened()
    for (let minute = 0; minute < 10; minute++) {
      vi.advanceTimersByTime(20_000)
      socket.hear({ type: 'pong', id: 0 })
    }
    expect(socket.sent).toHaveLength(10)
    expect(lost).toEqual([])
    expect(heard).toEqual(['welcome'])
  })

  it('asks nothing while others make it speak', () => {
    const socket = opened()
    for (let turn = 0; turn < 10; turn++) {
      vi.advanceTimersByTime(19_000)
      socket.hear({ type: 'update' })
    }
    expect(socket.sent).toEqual([])
  })

  it('asks as often as the server wants it to', () => {
    line.heartbeat = 1000
    const socket = opened()
    vi.advanceTimersByTime(1000)
    expect(socket.sent).toHaveLength(1)
  })
})

describe('a connection that was lost', () => {
  it('is made again at once, and then at most three seconds apart', () => {
    opened().fail()
    vi.advanceTimersByTime(250)
    expect(made()).toBe(2)
    for (let attempt = 0; attempt < 20; attempt++) {
      const before = made()
      FakeSocket.latest.fail()
      vi.advanceTimersByTime(3000)
      expect(made()).toBe(before + 1)
    }
  })

  it('hears nothing of what is over', () => {
    const old = opened()
    page.happen('offline')
    old.hear({ type: 'update' })
    old.fail()
    expect(heard).toEqual(['welcome'])
    expect(lost).toEqual([1006])
  })

  it.each(['offline', 'online'] as const)('is not trusted after the event %s', (event) => {
    opened()
    page.happen(event)
    expect(lost).toEqual([1006])
    expect(made()).toBe(2)
  })

  it('does not wait when the network is back', () => {
    opened()
    for (let attempt = 0; attempt < 6; attempt++) {
      FakeSocket.latest.fail()
      vi.advanceTimersByTime(3000)
    }
    FakeSocket.latest.fail()
    const before = made()
    page.happen('online')
    expect(made()).toBe(before + 1)
  })

  it('is not made again where there is nothing to come back to', () => {
    lost = Object.assign([], { push: () => 0 }) as number[]
    opened().fail(4404)
    page.happen('online')
    vi.advanceTimersByTime(HOUR)
    expect(made()).toBe(1)
  })

  it('is left alone once it is closed', () => {
    opened()
    line.close()
    page.happen('online')
    page.document.show(true)
    vi.advanceTimersByTime(HOUR)
    expect(made()).toBe(1)
  })
})

describe('a device that slept', () => {
  it('makes the connection again when somebody looks, whatever its clocks did meanwhile', () => {
    opened()
    page.document.show(false)
    vi.setSystemTime(Date.now() + HOUR)
    page.document.show(true)
    expect(made()).toBe(2)
  })

  it('keeps the connection if it was hidden for a moment', () => {
    opened()
    page.document.show(false)
    vi.advanceTimersByTime(5000)
    page.document.show(true)
    expect(made()).toBe(1)
  })
})

describe('an attempt that hangs', () => {
  const answering = (milliseconds: number) => (): Promise<unknown> =>
    new Promise((resolve) => setTimeout(resolve, milliseconds))

  it('is given up and made again, every few seconds', async () => {
    opened().fail()
    await vi.advanceTimersByTimeAsync(250 + 30_000)
    expect(made()).toBe(2 + 10)
    expect(lost).toEqual([1006])
  })

  it('is given up in time although requests are answered', async () => {
    page.fetch.mockImplementation(answering(50))
    await vi.advanceTimersByTimeAsync(3000)
    expect(made()).toBe(2)
  })

  it('is left its time where the network is slow', async () => {
    // Three trips are needed, and the first attempt has time for two.
    page.fetch.mockImplementation(answering(1200))
    await vi.advanceTimersByTimeAsync(3000)
    await vi.advanceTimersByTimeAsync(3600)
    const slow = FakeSocket.latest.open()
    await vi.advanceTimersByTimeAsync(15_000)
    expect(FakeSocket.latest).toBe(slow)
  })

  it('is left no more time once the slow network is silent', async () => {
    page.fetch.mockImplementationOnce(answering(3900))
    await vi.advanceTimersByTimeAsync(19_500)
    expect(made(), 'five trips long').toBe(2)
    page.fetch.mockImplementation(
      () => new Promise((_, reject) => setTimeout(() => reject(new Error('no answer')), 4000)),
    )
    await vi.advanceTimersByTimeAsync(30_000)
    expect(made()).toBeGreaterThanOrEqual(2 + 9)
  })

  it('asks no more once it is open', async () => {
    opened()
    await vi.advanceTimersByTimeAsync(15_000)
    expect(page.fetch).not.toHaveBeenCalled()
  })
})

it('clients that are all closed at once reconnect spread over more than a second', () => {
  for (const code of [1012, 1013]) {
    const pauses = [0, 0.5, 1].map((chance) => reconnectDelay(code, 0, chance))
    expect(pauses).toEqual([160, 750, 1500])
  }
})

it('a client that lost its connection alone retries at once, then ever later, but never much later', () => {
  expect(reconnectDelay(1006, 0, 1)).toBeLessThan(250)
  expect(reconnectDelay(1006, 1, 0.5)).toBeCloseTo(400)
  expect(reconnectDelay(1006, 1000, 1)).toBeLessThan(3001)
})

it('a client that was too fast waits longer', () => {
  expect(reconnectDelay(1008, 0, 0.5)).toBeCloseTo(5000)
})
