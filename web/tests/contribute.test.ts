import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Send } from '../src/connection.svelte'
import { Contributor } from '../src/fairness/contribute'
import { endedGames, memories, noteSeat, recall, remember } from '../src/fairness/memory'
import { ConnectionLost, Refusal } from '../src/problems'
import type { Update } from '../src/protocol'

const stored = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
})

const HASH = 'ab'.repeat(32)

function update(games: number, phase: string | null, ...commitments: [number, number[]][]): Update {
  const info = {
    games_played: games,
    commitments: commitments.map(([game, contributed]) => ({ game, hash: HASH, contributed })),
  }
  return { info, view: phase === null ? null : { public: { phase } } } as unknown as Update
}

const done = { type: 'done', id: 1, version: 1 } as const
const settle = () => new Promise((resolve) => setTimeout(resolve))

describe('a page at a table', () => {
  let sent: { game: number; value: string }[] = []
  let answer: () => Promise<typeof done>
  const send = ((message: { game: number; value: string }) => {
    sent.push(message)
    return answer()
  }) as unknown as Send

  beforeEach(() => {
    stored.clear()
    sent = []
    answer = () => Promise.resolve(done)
  })

  it('contributes once to each game, and remembers it', async () => {
    const contributor = new Contributor('t', send)
    contributor.onUpdate(update(0, null, [1, []]), 0)
    contributor.onUpdate(update(1, 'start', [1, [0]]), 0)
    await settle()
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({
      type: 'contribute',
      game: 1,
      value: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
    })
    expect(recall('t', 1)).toEqual({ table: 't', game: 1, hash: HASH, seat: 0, value: sent[0]!.value })
    contributor.onUpdate(update(1, 'over', [1, [0]], [2, []]), 0)
    expect(sent.map(({ game }) => game)).toEqual([1, 2])
  })

  it('knows its part by the seat that it has when the game begins', async () => {
    const waiting = (contributed: number[]): Update => {
      const heard = update(0, null, [1, contributed])
      return { ...heard, info: { ...heard.info, state: 'open' } }
    }
    const contributor = new Contributor('t', send)
    contributor.onUpdate(waiting([]), 0)
    await settle()
    contributor.onUpdate(waiting([2]), 2)
    expect(recall('t', 1)).toMatchObject({ seat: 2, value: sent[0]!.value })
    // A guest who was removed and sits down again adds to the seed again.
    contributor.onUpdate(waiting([]), null)
    contributor.onUpdate(waiting([]), 1)
    await settle()
    expect(sent).toHaveLength(2)
    expect(recall('t', 1)).toMatchObject({ seat: 1 })
  })

  it('sends the same again when the line was lost', async () => {
    const contributor = new Contributor('t', send)
    answer = () => Promise.reject(new ConnectionLost())
    contributor.onUpdate(update(0, null, [1, []]), 0)
    await settle()
    expect(recall('t', 1)?.value).toBeUndefined()
    answer = () => Promise.resolve(done)
    contributor.onUpdate(update(0, null, [1, [0]]), 0)
    await settle()
    expect(sent).toHaveLength(2)
    expect(sent[1]).toEqual(sent[0])
    expect(recall('t', 1)?.value).toBe(sent[0]!.value)
  })

  it('adds on the way in what it sends again later, where it has just taken its seat', async () => {
    noteSeat({ table: 't', seat: 0, commitments: [{ game: 1, hash: HASH, contributed: [] }] })
    expect(new Contributor('u', send).greeting).toBeNull()
    const contributor = new Contributor('t', send)
    const { greeting } = contributor
    expect(greeting).toMatch(/^1-[0-9a-f]{32}$/)
    expect(recall('t', 1)).toEqual({ table: 't', game: 1, hash: HASH })
    contributor.onUpdate(update(1, 'common', [1, [0]]), 0)
    await settle()
    expect(sent.map(({ value }) => `1-${value}`)).toEqual([greeting])
    expect(recall('t', 1)?.value).toBe(sent[0]!.value)
    expect(contributor.greeting).toBeNull()
  })

  it('lets it be when it is refused', async () => {
    const contributor = new Contributor('t', send)
    answer = () => Promise.reject(new Refusal({ rule: '', code: 'too_late', details: {}, text: '' }))
    contributor.onUpdate(update(1, 'start', [1, []]), 0)
    await settle()
    contributor.onUpdate(update(1, 'start', [1, []]), 0)
    expect(sent).toHaveLength(1)
    expect(recall('t', 1)).toEqual({ table: 't', game: 1, hash: HASH })
  })

  it('adds nothing as a spectator, beside another device, or behind the first draw', () => {
    new Contributor('t', send).onUpdate(update(0, null, [1, []]), null)
    new Contributor('u', send).onUpdate(update(0, null, [1, [0]]), 0)
    new Contributor('v', send).onUpdate(update(1, 'common', [1, []]), 0)
    expect(sent).toEqual([])
    expect(memories().map(({ table }) => table)).toEqual(['v', 'u', 't'])
  })

  it('remembers the commitment that it saw first', () => {
    remember({ table: 't', game: 1, hash: 'first' })
    new Contributor('t', send).onUpdate(update(1, 'common', [1, []]), 0)
    expect(recall('t', 1)?.hash).toBe('first')
  })
})

describe('memory', () => {
  it('has an end', () => {
    for (let game = 1; game <= 100; game++) remember({ table: 't', game, hash: HASH })
    expect(memories()).toHaveLength(60)
    expect(recall('t', 40)).toBeUndefined()
    expect(recall('t', 100)).toBeDefined()
  })

  it('knows which games have ended', () => {
    stored.clear()
    for (const game of [1, 2]) remember({ table: 't', game, hash: HASH })
    remember({ table: 'u', game: 1, hash: HASH })
    expect(endedGames().map(({ table, game }) => [table, game])).toEqual([['t', 1]])
  })

  it('starts over where what is kept cannot be read', () => {
    stored.set('qwixx.fairness', '{')
    expect(memories()).toEqual([])
    stored.set('qwixx.fairness', '3')
    expect(memories()).toEqual([])
  })
})
