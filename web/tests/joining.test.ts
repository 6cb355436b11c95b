import { beforeEach, expect, test, vi } from 'vitest'

const kept = new Map<string, string>()

beforeEach(() => {
  kept.clear()
  vi.resetModules()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
})

/** The page, loaded again. */
const page = () => import('../src/keyed')

async function lost(key: string): Promise<never> {
  keys.push(key)
  throw new TypeError('Failed to fetch')
}

const heard = async (key: string): Promise<number> => keys.push(key)
let keys: string[] = []
beforeEach(() => (keys = []))

test('who joins again after the answer was lost has the same key, also after a reload', async () => {
  await expect((await page()).joinOnce('t', lost)).rejects.toThrow()
  await expect((await page()).joinOnce('t', lost)).rejects.toThrow()
  vi.resetModules()
  await (await page()).joinOnce('t', heard)
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(new Set(keys).size).toBe(1)
})

test('a seat that is taken leaves no key behind, and the next has another', async () => {
  const { joinOnce } = await page()
  await joinOnce('t', heard)
  expect(kept.get('qwixx.joining')).toBe('')
  await joinOnce('t', heard)
  await expect(joinOnce('u', lost)).rejects.toThrow()
  await joinOnce('t', heard)
  expect(new Set(keys).size).toBe(4)
})

test('a browser that keeps nothing joins once while the page is open', async () => {
  vi.stubGlobal('localStorage', undefined)
  const { joinOnce } = await page()
  await expect(joinOnce('t', lost)).rejects.toThrow()
  await joinOnce('t', heard)
  expect(new Set(keys).size).toBe(1)
})

test('a join without an answer may have a seat, until the server says that there is none', async () => {
  const { isJoining, joinOnce } = await page()
  const { Refusal } = await import('../src/problems')
  const full = async () => {
    throw new Refusal({ rule: '', code: 'table_full', details: {}, text: '' })
  }
  await expect(joinOnce('t', lost)).rejects.toThrow()
  expect([isJoining('t'), isJoining('u')]).toEqual([true, false])
  await expect(joinOnce('t', full)).rejects.toThrow()
  expect(isJoining('t')).toBe(false)
})
