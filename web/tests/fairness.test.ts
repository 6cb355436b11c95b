import { describe, expect, it } from 'vitest'
import written from '../../docs/fairness-vectors.json'
import { fromHex, toHex } from '../src/fairness/hex'
import { commitment, derived, gameKey } from '../src/fairness/derivation'
import { readChance } from '../src/fairness/reading'
import { checkFairness, checkText, type Checked } from '../src/fairness/verify'

interface Vectors {
  derivations: {
    name: string
    secret: string
    commitment: string
    contributions: Readonly<Record<string, string | undefined>>
    key: string
    draws: { number: number; players: number; outcome: string }[]
  }[]
  games: string[]
}

const vectors: Vectors = written
const bytes = (text: string): Uint8Array => fromHex(text, text.length / 2)!

function checked(text: string, ...witness: Parameters<typeof checkFairness> extends [unknown, ...infer W] ? W : never) {
  const verdict = checkText(text, ...witness)
  expect(verdict?.kind).toBe('checked')
  return verdict as Checked
}

describe.each(vectors.derivations)('the vector "$name"', (vector) => {
  const secret = bytes(vector.secret)
  const added = new Map(Object.entries(vector.contributions).map(([seat, value]) => [Number(seat), bytes(value ?? '')]))

  it('has the same commitment and key', () => {
    expect(toHex(commitment(secret))).toBe(vector.commitment)
    expect(toHex(gameKey(secret, added))).toBe(vector.key)
  })

  it.each(vector.draws)('has the same draw $number', ({ number, players, outcome }) => {
    expect(derived(bytes(vector.key), number, outcome, players)).toBe(outcome)
  })
})

describe('a record', () => {
  it.each(vectors.games)('of a fair game is fair', (text) => {
    const verdict = checked(text)
    expect(verdict.mismatches).toEqual([])
    expect(verdict.draws).toBeGreaterThan(1)
    expect(verdict.fair).toBe(true)
  })

  const text = vectors.games[0]!
  const { tags, players, outcomes } = readChance(text)!

  it('agrees with who saw the same, and not with who saw something else', () => {
    const own = { 1: tags.Contributions!.slice(2, 34) }
    expect(checked(text, { commitment: tags.Commitment, contributions: own }).fair).toBe(true)
    const other = checked(text, { commitment: '00'.repeat(32), contributions: { 1: '00'.repeat(16), 3: own[1] } })
    expect(other).toMatchObject({ fair: false, remembered: false, changed: [1, 3], mismatches: [] })
  })

  it('with another secret is unfair', () => {
    const verdict = checked(text.replace(tags.Secret!, '00'.repeat(32)))
    expect(verdict).toMatchObject({ fair: false, secretFits: false })
  })

  it('tells which roll was changed', () => {
    const [roll, ...rest] = outcomes.slice(1)
    const turned = roll!.replace(/^[1-6]/, (face) => String((Number(face) % 6) + 1))
    const verdict = checkFairness({ tags, players, outcomes: [outcomes[0]!, turned, ...rest] }) as Checked
    expect(verdict.mismatches).toEqual([{ draw: 2, expected: roll, found: turned }])
    expect(verdict.fair).toBe(false)
  })

  it('that was cut off cannot be checked', () => {
    const cut = text.trimEnd().split('\n').slice(0, -3).join('\n')
    expect(checkText(cut.replace(/\[Result.*\n/, ''))).toEqual({ kind: 'cut' })
    expect(checkText(cut.replace(/\[Result.*/, '[Result "unfinished"]'))).toEqual({ kind: 'cut' })
  })

  it('that cannot be read is told by its tag', () => {
    const without = (tag: string): unknown => checkFairness({ tags: { ...tags, [tag]: 'x' }, players, outcomes })
    for (const tag of ['Fairness', 'Commitment', 'Secret', 'Contributions'])
      expect(without(tag)).toEqual({ kind: 'unreadable', tag })
    const twice = [tags.Contributions, tags.Contributions].join(' ')
    expect(checkFairness({ tags: { ...tags, Contributions: twice }, players, outcomes }).kind).toBe('unreadable')
  })

  it('without a word of its dice, or none at all', () => {
    expect(checkText('[Qwixx "dice"]\n[Seats "Ann" "Ben"]\n\nfirst: Ben\n')).toEqual({ kind: 'silent' })
    expect(checkText('hello')).toBeNull()
    expect(checkText('[Seats "\\x"]')).toBeNull()
  })

  it('is read with whatever names people have', () => {
    const seats = '[Qwixx "dice"]\n[Seats "1+1 r1" "1+1 r1: 2+2" "first: A / B"]\n\n'
    const turns =
      'first: first: A / B\n1 first: A / B: 4+1 r3 / - - - / -\n2 1+1 r1: 2+2: 5+5 b2 / - - - / - {penalty 1}'
    expect(readChance(seats + turns)?.outcomes).toEqual(['first 3', '4+1 r3', '5+5 b2'])
    const braces =
      '[Qwixx "dice"]\n[Seats "{A}" "b{"]\n\nfirst: {A} \n1 {A}: 4+1 r3 {x / y} b2 / - - / -\n2 b{: 5+5 b2 / - - / - {y}'
    expect(readChance(braces)?.outcomes).toEqual(['first 1', '4+1 r3 b2', '5+5 b2'])
    expect(readChance('[Seats "A" "B"]\nfirst: {by lot} B')?.outcomes).toEqual(['first 2'])
  })
})
