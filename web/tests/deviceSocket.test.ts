/** The connection of a page to a table on its device; the worker is a fake that a test speaks for. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Subscriber } from '../src/device/host'
import { START_TIMEOUT } from '../src/device/messages'
import { DeviceSocket } from '../src/device/socket'
import type { ServerMessage } from '../src/protocol'
import { NO_CODE } from '../src/socket'

interface Opened extends Subscriber {
  table: string
  since: number
  watch: boolean
}

const opened: Opened[] = []
const closed: number[] = []
const sent: [connection: number, text: string][] = []
const host = vi.hoisted(() => ({ giveUp: vi.fn(), noteAcknowledged: vi.fn(), workerHost: vi.fn() }))
vi.mock('../src/device/host', () => host)

const worker = {
  subscribe: (table: string, since: number, watch: boolean, subscriber: Subscriber) =>
    opened.push({ table, since, watch, ...subscriber }) - 1,
  send: (connection: number, text: string) => sent.push([connection, text]),
  close: (connection: number) => closed.push(connection),
}

const heard: ServerMessage[] = []
const lost: number[] = []
let since: number
let goesOn: boolean
let socket: DeviceSocket

const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0)
// Longer than any delay before another attempt.
const wait = (): Promise<unknown> => vi.advanceTimersByTimeAsync(5000)

beforeEach(async () => {
  vi.useFakeTimers()
  for (const list of [opened, closed, sent, heard, lost]) list.length = 0
  for (const each of Object.values(host)) each.mockReset()
  host.workerHost.mockResolvedValue(worker)
  since = 3
  goesOn = true
  socket = new DeviceSocket('device-1', true, () => since, {
    onMessage: (message) => heard.push(message),
    onLost: (code) => lost.push(code) > 0 && goesOn,
  })
})

afterEach(() => {
  socket.close()
  vi.useRealTimers()
})

test('it subscribes from the number that the page knows, and passes messages in both directions', async () => {
  socket.send({ type: 'ping' })
  await settle()
  expect(opened).toMatchObject([{ table: 'device-1', since: 3, watch: true }])
  opened[0]?.onText('{"type":"pong"}')
  socket.send({ type: 'ping' })
  expect([heard, sent]).toEqual([[{ type: 'pong' }], [[0, '{"type":"ping"}']]])
  expect(host.noteAcknowledged).not.toHaveBeenCalled()
})

test('an acknowledged command shows that the worker works', async () => {
  await settle()
  opened[0]?.onText('{"type":"done","id":1,"version":2}')
  expect(host.noteAcknowledged).toHaveBeenCalledOnce()
})

test('a lost connection is opened again, from what is known by then', async () => {
  await settle()
  since = 8
  opened[0]?.onLost(NO_CODE)
  await wait()
  expect([lost, opened.map((each) => each.since)]).toEqual([[NO_CODE], [3, 8]])
})

test('a connection that its table gives up stays closed', async () => {
  await settle()
  goesOn = false
  opened[0]?.onLost(4404)
  await wait()
  expect([lost, opened.length]).toEqual([[4404], 1])
})

test('without a worker it tries again, later each time', async () => {
  host.workerHost.mockRejectedValue(new Error('not installed'))
  socket.reconnect()
  await settle()
  await vi.advanceTimersByTimeAsync(250)
  const soon = lost.length
  await vi.advanceTimersByTimeAsync(10_000)
  expect(lost.every((code) => code === NO_CODE)).toBe(true)
  expect([soon, lost.length]).toSatisfy(([first = 0, all = 0]: number[]) => first === 2 && all > 4 && all < 12)
})

test('a worker that does not start in time is given up, one that has answered is not', async () => {
  await settle()
  await vi.advanceTimersByTimeAsync(START_TIMEOUT)
  expect(host.giveUp).toHaveBeenCalledOnce()
  socket.reconnect()
  await settle()
  socket.succeed()
  await vi.advanceTimersByTimeAsync(START_TIMEOUT)
  expect(host.giveUp).toHaveBeenCalledOnce()
})

test('what an earlier attempt still hears is dropped', async () => {
  await settle()
  socket.reconnect()
  await settle()
  opened[0]?.onText('{"type":"pong"}')
  opened[0]?.onLost(NO_CODE)
  expect([heard, lost, closed, opened.length]).toEqual([[], [], [0], 2])
})

test('a closed socket sends nothing, gives nothing up and connects no more', async () => {
  await settle()
  socket.close()
  socket.send({ type: 'ping' })
  socket.lose()
  socket.reconnect()
  await wait()
  expect([closed, sent, opened.length, lost]).toEqual([[0], [], 1, []])
  expect(host.giveUp).not.toHaveBeenCalled()
})
