/** What a page asks of a coach who is busy, and of a day that is over. */
import { render } from 'svelte/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

// A component that is rendered on a server would end at once, and its questions with it.
vi.mock('svelte', async (original) => ({ ...(await original<object>()), onDestroy: () => undefined }))
const page = vi.hoisted(() => {
  const document = Object.assign(new EventTarget(), { hidden: false, documentElement: { dataset: {} } })
  vi.stubGlobal('document', document)
  vi.stubGlobal('location', new URL('http://host.example/daily'))
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
  vi.stubGlobal('matchMedia', () => ({ addEventListener: () => undefined, matches: false }))
  return document
})
const { latestRequest } = await import('../src/coach/requests')
const { default: Daily } = await import('../src/daily/Daily.svelte')
const { Refusal } = await import('../src/problems')

const SECOND = 1000
const busy = async () => {
  throw new Refusal({ rule: '', code: 'coach_busy', details: {}, text: 'The coach is busy.' })
}

const lost = async () => {
  throw new TypeError('Failed to fetch')
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function question(request: () => Promise<string>) {
  const asked = { request: vi.fn(request), onanswer: vi.fn(), onproblem: vi.fn() }
  latestRequest<string>()(asked)
  return asked
}

test('a coach who is busy is asked again for a minute, then the request fails', async () => {
  const { request, onproblem } = question(busy)
  await vi.advanceTimersByTimeAsync(10 * SECOND)
  expect(request).toHaveBeenCalledTimes(6)
  expect(onproblem).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(600 * SECOND)
  expect(request).toHaveBeenCalledTimes(30)
  // Its words are fetched.
  await vi.dynamicImportSettled()
  expect(onproblem).toHaveBeenCalledExactlyOnceWith(expect.any(String), true)
})

test('a page that is hidden asks when it is looked at', async () => {
  const { request } = question(busy)
  await vi.advanceTimersByTimeAsync(SECOND)
  page.hidden = true
  await vi.advanceTimersByTimeAsync(60 * SECOND)
  expect(request).toHaveBeenCalledOnce()
  page.hidden = false
  page.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(0)
  expect(request).toHaveBeenCalledTimes(2)
})

test('the day after today is asked for until it comes', async () => {
  const day = { date: '2026-11-18', today: '2026-11-18', first: '2026-01-01', seconds_left: 60, puzzle_game: 'dice' }
  const answers = [async () => ({ ok: true, json: async () => day }), lost, lost]
  const fetch = vi.fn(async () => (answers.shift() ?? (() => new Promise(() => undefined)))())
  vi.stubGlobal('fetch', fetch)
  expect(render(Daily, { props: { date: null } }).body).toContain('<h1')
  await vi.advanceTimersByTimeAsync(60 * SECOND)
  expect(fetch).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(SECOND)
  expect(fetch, 'at midnight').toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(61 * SECOND)
  expect(fetch).toHaveBeenCalledTimes(4)
})
