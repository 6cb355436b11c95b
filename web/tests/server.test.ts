/** Whether the server can be reached, over a network that may swallow everything. */
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('an attempt that hangs is given up, so that the next one finds the server', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { documentElement: { dataset: { offline: '' } } })
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const control = new AbortController()
    setTimeout(() => control.abort(), milliseconds)
    return control.signal
  })
  let isSilent = true
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    if (!isSilent) return Promise.resolve({ ok: true, headers: new Headers({ Qwixx: '1' }) })
    return new Promise((_, reject) => signal?.addEventListener('abort', reject))
  })
  const { server } = await import('../src/offline/server.svelte')
  const onreached = vi.fn()
  server.watch(onreached)
  await vi.advanceTimersByTimeAsync(3000)
  isSilent = false
  await vi.advanceTimersByTimeAsync(7000)
  expect(onreached).toHaveBeenCalledOnce()
  expect(server.isLost).toBe(false)
})
