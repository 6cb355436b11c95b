import { describe, expect, test } from 'vitest'
import { shareStructure } from '../src/shareStructure'

const before = {
  sheets: [
    { rows: [[2, 3]], total: 3 },
    { rows: [[]], total: 0 },
  ],
  turn: 4,
  outcome: null,
}
const copy = (): typeof before => structuredClone(before)

describe('what arrives again', () => {
  test('is what was there, where all is the same', () => {
    expect(shareStructure(before, copy())).toBe(before)
  })

  test('keeps the parts that are the same beside one that is not', () => {
    const after = copy()
    after.sheets[1] = { rows: [[12]], total: 1 }
    const found = shareStructure(before, structuredClone(after))
    expect(found).toEqual(after)
    expect(found).not.toBe(before)
    expect(found.sheets[0]).toBe(before.sheets[0])
    expect(found.sheets[1]).not.toBe(before.sheets[1])
  })

  test.each([
    ['nothing before', null, { a: 1 }],
    ['nothing after', { a: 1 }, null],
    ['a list that grew', [1], [1, 2]],
    ['a list that shrank', [1, 2], [1]],
    ['a list in place of an object', {}, []],
    ['a field that went', { a: 1, b: null }, { a: 1 }],
    ['a field in place of another', { a: null }, { b: null }],
  ])('is new: %s', (_, first, second) => {
    expect(shareStructure(first, structuredClone(second))).toStrictEqual(second)
  })
})
