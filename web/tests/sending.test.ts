/** What a control says while it waits for the server. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ConnectionLost } from '../src/problems'
import { Sending } from '../src/slow.svelte'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const after = (milliseconds: number, error?: Error) =>
  new Promise<void>((resolve, reject) => setTimeout(() => (error ? reject(error) : resolve()), milliseconds))

test('what is answered within 400 milliseconds needs no word, and what takes longer has one', async () => {
  const sending = new Sending()
  const done = sending.ask(after(1000))
  await vi.advanceTimersByTimeAsync(399)
  expect([sending.busy, sending.words('Start'), sending.note]).toEqual([true, 'Start', null])
  await vi.advanceTimersByTimeAsync(2)
  expect([sending.busy, sending.words('Start'), sending.note]).toEqual([true, 'sending', 'sending'])
  await vi.advanceTimersByTimeAsync(600)
  expect(await done).toBe(true)
  expect([sending.busy, sending.words('Start'), sending.note]).toEqual([false, 'Start', null])
})

test('what did not happen says why, until the next attempt', async () => {
  const sending = new Sending()
  const done = sending.ask(after(10, new ConnectionLost()))
  await vi.advanceTimersByTimeAsync(10)
  expect(await done).toBe(false)
  expect([sending.problem, sending.note]).toEqual(['lost.send', 'lost.send'])
  void sending.ask(after(10))
  expect(sending.note).toBeNull()
})

test('of two things at a time the slower one is still on its way', async () => {
  const sending = new Sending()
  void sending.ask(after(5000))
  void sending.ask(after(1000))
  await vi.advanceTimersByTimeAsync(2000)
  expect(sending.note).toBe('sending')
  await vi.advanceTimersByTimeAsync(3000)
  expect(sending.note).toBeNull()
})
