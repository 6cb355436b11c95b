/** Requests over a network that loses answers, or swallows everything. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { request, review } from '../src/api'
import { openPad, openTable } from '../src/keyed'
import { Refusal, Unanswered } from '../src/problems'
import { DEFAULT_SETTINGS } from '../src/protocol'

const TABLE = {
  game: 'dice',
  seats: [],
  name: 'Ann',
  options: {},
  settings: DEFAULT_SETTINGS,
  contributes: true,
  face: null,
} as const

interface Sent {
  path: string
  key?: string
  name?: string
}

let sent: Sent[]
let answer: () => Promise<unknown>

const lost = async (): Promise<never> => {
  throw new TypeError('Failed to fetch')
}
const seated = async () => ({ ok: true, json: async () => ({ table: 't', seat: 0, commitments: [] }) })
const unsure = async () => ({ ok: false, json: async () => ({ reason: { code: 'store_unsure', text: '' } }) })
const refused = async () => ({ ok: false, json: async () => ({ reason: { code: 'too_fast', text: '' } }) })

beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  answer = seated
  // As in a browser, by the clock of the test.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const control = new AbortController()
    setTimeout(() => control.abort(new DOMException('too late', 'TimeoutError')), milliseconds)
    return control.signal
  })
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
  vi.stubGlobal('fetch', (path: string, { signal, body = '{}' }: { signal: AbortSignal; body?: string }) => {
    sent.push({ path, ...(JSON.parse(body) as object) })
    const aborted = new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
    return Promise.race([answer(), aborted])
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** How a promise ends, and after how many milliseconds. */
async function endOf(promise: Promise<unknown>): Promise<{ error: unknown; after: number }> {
  const began = Date.now()
  const end = promise.then(
    () => ({ error: null, after: Date.now() - began }),
    (error: unknown) => ({ error, after: Date.now() - began }),
  )
  await vi.advanceTimersByTimeAsync(300_000)
  return end
}

const silence = () => new Promise(() => undefined)

test('a request into a silent network fails after ten seconds', async () => {
  answer = silence
  const { error, after } = await endOf(request('/api/tables'))
  expect([(error as Error).name, after]).toEqual(['TimeoutError', 10_000])
})

test('what the server has to think about may take two minutes', async () => {
  answer = silence
  expect((await endOf(review('t'))).after).toBe(120_000)
})

test.each([
  ['table', () => openTable(TABLE)],
  ['pad', () => openPad({ game: 'dice', name: 'Ann' })],
])('a %s whose answer is lost is asked for once more, with the same key', async (_, open) => {
  answer = async () => (sent.length === 1 ? lost() : seated())
  expect((await endOf(open())).error).toBeNull()
  expect(sent).toHaveLength(2)
  expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/)
  expect(sent[1]?.key).toBe(sent[0]?.key)
})

test('no answer at all fails as such within ten seconds, and the next tap asks for the same', async () => {
  answer = silence
  const { error, after } = await endOf(openTable(TABLE))
  expect(error).toBeInstanceOf(Unanswered)
  expect(after).toBeLessThanOrEqual(10_000)
  answer = seated
  await endOf(openTable(TABLE))
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
})

test('another table has another key, and so has the next one', async () => {
  answer = lost
  await endOf(openTable(TABLE))
  answer = seated
  await endOf(openTable({ ...TABLE, game: 'cards' }))
  await endOf(openTable({ ...TABLE, game: 'cards' }))
  expect(new Set(sent.map(({ key }) => key)).size).toBe(3)
})

test('what the server may or may not have stored is asked for once more, with the same key', async () => {
  answer = async () => (sent.length === 1 ? unsure() : seated())
  expect((await endOf(openTable(TABLE))).error).toBeNull()
  expect([sent.length, sent[1]?.key]).toEqual([2, sent[0]?.key])
  sent = []
  answer = unsure
  expect((await endOf(openTable(TABLE))).error).toBeInstanceOf(Unanswered)
  expect(sent).toHaveLength(2)
})

test('a refusal is an answer', async () => {
  answer = refused
  expect((await endOf(openTable(TABLE))).error).toBeInstanceOf(Refusal)
  expect(sent).toHaveLength(1)
})
