/** Names that people type, and those of players who type none. */
import { beforeAll, expect, test, vi } from 'vitest'

vi.hoisted(() => {
  vi.stubGlobal('matchMedia', () => ({ addEventListener: () => undefined, matches: false }))
  vi.stubGlobal('document', { documentElement: { lang: '', dataset: {} }, querySelector: () => null })
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
})
const { language } = await import('../src/i18n.svelte')
const { untilFree } = await import('../src/keyed')
const { shortening } = await import('../src/names')
const { freeNames } = await import('../src/pad/words')
const { Refusal } = await import('../src/problems')

beforeAll(async () => {
  await language.use('en')
})

test('a name is shortened as the server counts it, also one of emoji', () => {
  const take = vi.fn()
  const field = { value: '🦊'.repeat(24) } as HTMLInputElement
  shortening(take)({ currentTarget: field })
  expect(take).toHaveBeenCalledWith('🦊'.repeat(20))
  expect(field.value).toBe('🦊'.repeat(20))
})

test('a player without a name is called by the number of the sheet', () => {
  expect(freeNames(['Ann'], 5)).toEqual(['Player 2', 'Player 3', 'Player 4', 'Player 5', 'Player 1'])
  expect(freeNames(['Ann', 'player 3'], 5)[0]).toBe('Player 4')
  expect(freeNames(['Ann', 'Player 3'], 3)[0]).toBe('Player 1')
})

test('where another guest was faster, the next name is taken, and the last refusal is shown', async () => {
  const taken = new Set(['Player 2', 'Player 3'])
  const join = vi.fn(async (name: string) => {
    if (taken.has(name)) throw new Refusal({ rule: '', code: 'name_taken', details: {}, text: '' })
    return name
  })
  expect(await untilFree(['Player 2', 'Player 3', 'Player 4', 'Player 5'], join)).toBe('Player 4')
  expect(join).toHaveBeenCalledTimes(3)
  await expect(untilFree(['Player 2', 'Player 3'], join)).rejects.toBeInstanceOf(Refusal)
  const failing = vi.fn(async () => Promise.reject(new Error('lost')))
  await expect(untilFree(['Player 4', 'Player 5'], failing)).rejects.toThrow('lost')
  expect(failing).toHaveBeenCalledOnce()
})
