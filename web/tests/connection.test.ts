/** A table over a connection that is lost: what is said about it, and what becomes of commands. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Connection } from '../src/connection.svelte'
import { ConnectionLost, Overtaken, Refusal } from '../src/problems'
import { PROTOCOL } from '../src/protocol'
import { FakeSocket, fakePage, type FakePage } from './fakeNetwork'

const CROSS = { text: 'r5', kind: 'cross', colour: 'red', numbers: [5], places: [], cards: [] }

let page: FakePage
let connection: Connection

beforeEach(() => {
  page = fakePage()
  connection = new Connection('table', false)
})

afterEach(() => {
  connection.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const update = (version: number, chosen: object | null, due: number[], happened: object[] = []) => ({
  type: 'update',
  version,
  fresh: false,
  happened,
  info: { state: 'playing', seats: [{}, {}], commitments: [] },
  view: { seat: 0, chosen, choices: [CROSS], public: { to_act: due } },
  seconds_left: null,
  away: [],
  rematch_overdue: false,
})

/** The line is there, and the table as it is said. */
function come(told: object = update(7, null, [0, 1])): FakeSocket {
  const socket = FakeSocket.latest.open()
  const hello = { seat: 0, private_link: null, kept_days: 14, chat: false, heartbeat_seconds: 20 }
  socket.hear({ type: 'welcome', protocol: PROTOCOL, ...hello })
  socket.hear(told)
  return socket
}

/** The outcome of a promise, as far as there is one. */
function outcomeOf(promise: Promise<unknown>): { now: unknown } {
  const outcome: { now: unknown } = { now: 'waiting' }
  promise.then(
    ({ type }: any) => (outcome.now = type), // eslint-disable-line @typescript-eslint/no-explicit-any
    (error: unknown) => (outcome.now = error),
  )
  return outcome
}

const choose = () => outcomeOf(connection.send({ type: 'choose', version: connection.version, choice: 'r5' }))
const chosen = (socket: FakeSocket) => socket.sent.filter(({ type }) => type === 'choose')
const settle = () => vi.advanceTimersByTimeAsync(0)
/** The line falls, and the next attempt is under way. */
function fall(): void {
  FakeSocket.latest.fail()
  vi.advanceTimersByTime(250)
}

test('a connection that is back within two seconds is not mentioned', () => {
  come()
  fall()
  expect(connection.status).toBe('lost')
  vi.advanceTimersByTime(1700)
  expect(connection.isCutOff).toBe(false)
  come()
  vi.advanceTimersByTime(5000)
  expect([connection.status, connection.isCutOff]).toEqual(['open', false])
})

test('a connection that stays lost is shown as lost after two seconds, until it is back', () => {
  come()
  page.happen('offline')
  vi.advanceTimersByTime(2000)
  expect(connection.isCutOff).toBe(true)
  come()
  expect(connection.isCutOff).toBe(false)
})

test('an idle page says so within 25 seconds, and after a tap within five', () => {
  come()
  vi.advanceTimersByTime(25_000)
  expect(connection.isCutOff).toBe(true)
  come()
  choose()
  vi.advanceTimersByTime(5000)
  expect(connection.isCutOff).toBe(true)
})

test('a hint into a dead connection is noticed as early as any other tap', async () => {
  come()
  vi.advanceTimersByTime(15_000)
  const outcome = outcomeOf(connection.send({ type: 'hint' }))
  vi.advanceTimersByTime(5000)
  expect(connection.isCutOff).toBe(true)
  await settle()
  expect(outcome.now).toBeInstanceOf(ConnectionLost)
})

test('a hint may take its time while the server answers otherwise', async () => {
  const socket = come()
  const outcome = outcomeOf(connection.send({ type: 'hint' }))
  for (let seconds = 0; seconds < 60; seconds++) {
    vi.advanceTimersByTime(1000)
    if (socket.sent.at(-1)?.type === 'ping') socket.hear({ type: 'pong', id: 0 })
  }
  await settle()
  expect([connection.status, outcome.now]).toEqual(['open', 'waiting'])
})

test('a choice that did not arrive is sent again, with the version it was made against', async () => {
  const before = come()
  const outcome = choose()
  vi.advanceTimersByTime(3000)
  const after = come(update(8, null, [0]))
  expect(chosen(after)).toMatchObject([{ version: 7, choice: 'r5' }])
  expect(chosen(before)).toHaveLength(1)
  await settle()
  expect(outcome.now).toBe('waiting')
  after.hear({ type: 'done', id: chosen(after)[0]!.id, version: 9 })
  await settle()
  expect(outcome.now).toBe('done')
})

test('a choice that is lost twice is sent three times', async () => {
  come()
  const outcome = choose()
  for (let lost = 0; lost < 2; lost++) {
    fall()
    come()
  }
  expect(FakeSocket.made.map((socket) => chosen(socket).length)).toEqual([1, 1, 1])
  FakeSocket.latest.hear({ type: 'done', id: chosen(FakeSocket.latest)[0]!.id, version: 8 })
  await settle()
  expect(outcome.now).toBe('done')
})

test('a choice that arrived is not sent again', async () => {
  come()
  const outcome = choose()
  fall()
  const after = come(update(8, CROSS, [1]))
  await settle()
  expect(outcome.now).toBe('done')
  expect(chosen(after)).toEqual([])
})

test('a choice made without a connection is sent when it is back', () => {
  come()
  fall()
  const outcome = choose()
  vi.advanceTimersByTime(500)
  expect(outcome.now).toBe('waiting')
  expect(chosen(come())).toHaveLength(1)
})

test('a choice that the game did not wait for says so', async () => {
  come()
  fall()
  const outcome = choose()
  const after = come(update(12, null, [1], [{ seq: 1, what: { type: 'passed', seat: 0 } }]))
  await settle()
  expect(outcome.now).toBeInstanceOf(Overtaken)
  expect(chosen(after)).toEqual([])
})

test('a choice that became stale while it was sent again is settled by what happened', async () => {
  come()
  const [made, missed] = [choose(), choose()]
  fall()
  const after = come()
  const [first, second] = chosen(after)
  const stale = { rule: '', code: 'stale', details: {}, text: '' }
  after.hear({ type: 'refused', id: second!.id, reason: stale })
  await settle()
  expect(missed.now).toBeInstanceOf(Overtaken)
  const cross = { type: 'crossed', seat: 0, colour: 'red', numbers: [5] }
  after.hear(update(9, null, [1], [{ seq: 1, what: cross }]))
  after.hear({ type: 'refused', id: first!.id, reason: stale })
  await settle()
  expect(made.now).toBe('done')
})

test('a refusal stays one', async () => {
  const socket = come()
  const outcome = choose()
  socket.hear({
    type: 'refused',
    id: chosen(socket)[0]!.id,
    reason: { rule: '', code: 'stale', details: {}, text: '' },
  })
  await settle()
  expect(outcome.now).toBeInstanceOf(Refusal)
})

test('a question that has no answer fails', async () => {
  come()
  const asked = outcomeOf(connection.send({ type: 'ask', choice: 'r12' }))
  fall()
  const hint = outcomeOf(connection.send({ type: 'hint' }))
  await settle()
  expect(asked.now).toBeInstanceOf(ConnectionLost)
  expect(hint.now).toBeInstanceOf(ConnectionLost)
})

// A score pad

const pad = (version: number, games: number, ...types: string[]) => ({
  type: 'pad',
  version,
  fresh: false,
  happened: types.map((type, place) => ({ seq: version - types.length + 1 + place, what: { type, seat: 1 } })),
  info: { pad: 'table', seats: [{}, {}], games },
})
const finish = () => outcomeOf(connection.send({ type: 'finish', game: 1 }))
const finished = (socket: FakeSocket) => socket.sent.filter(({ type }) => type === 'finish')

test('a result that was not shown on a pad is shown when the line is back', async () => {
  come(pad(7, 1))
  const outcome = finish()
  fall()
  const after = come(pad(8, 1, 'marked'))
  expect(finished(after)).toHaveLength(1)
  after.hear({ type: 'done', id: finished(after)[0]!.id, version: 9 })
  await settle()
  expect(outcome.now).toBe('done')
})

test.each([
  ['the sheets were opened again since', pad(9, 1, 'finished', 'reopened')],
  ['another game began', pad(8, 2, 'renewed')],
])('a result is not shown once more where %s', async (_, told) => {
  come(pad(7, 1))
  const outcome = finish()
  fall()
  expect(finished(come(told))).toEqual([])
  await settle()
  expect(outcome.now).toBe('done')
})

test('a result that was opened again between two losses stays so', async () => {
  come(pad(7, 1))
  const outcome = finish()
  fall()
  const between = come(pad(8, 1, 'marked'))
  expect(finished(between)).toHaveLength(1)
  between.hear(pad(10, 1, 'finished', 'reopened'))
  fall()
  expect(finished(come(pad(11, 1, 'marked')))).toEqual([])
  await settle()
  expect(outcome.now).toBe('done')
})

// And otherwise

test('a page that leaves leaves nothing waiting', async () => {
  come()
  const outcome = choose()
  fall()
  connection.close()
  await settle()
  expect(outcome.now).toBeInstanceOf(ConnectionLost)
})

test('a table that is not there is not looked for again', () => {
  FakeSocket.latest.open().fail(4404)
  page.happen('online')
  vi.advanceTimersByTime(60_000)
  expect([connection.status, connection.isCutOff]).toEqual(['missing', false])
  expect(FakeSocket.made).toHaveLength(1)
})

test('what is left for a decision is counted down once a second, and not at all without a time limit', () => {
  come()
  expect(vi.getTimerCount()).toBe(1)
  FakeSocket.latest.hear({ ...update(8, null, [0]), seconds_left: 2.5 })
  expect(connection.secondsLeft).toBe(3)
  vi.advanceTimersByTime(600)
  expect(connection.secondsLeft).toBe(2)
  vi.advanceTimersByTime(2000)
  expect(connection.secondsLeft).toBe(0)
  expect(vi.getTimerCount()).toBe(1)
})

test('what a browser keeps may be anything', () => {
  for (const kept of ['[null]', '[1, "x", {"table": 3}]', '{}', '"']) {
    localStorage.setItem('qwixx.fairness', kept)
    localStorage.setItem('qwixx.seated', 'table abcdef')
    const other = new Connection('table', false)
    expect(other.status).toBe('connecting')
    other.close()
  }
})
