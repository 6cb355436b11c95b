import { expect, test } from 'vitest'
import { pauseBefore } from '../src/comeback'

test('those who are all sent away at once come back spread over more than a second', () => {
  for (const code of [1012, 1013]) {
    const pauses = [0, 0.5, 1].map((chance) => pauseBefore(code, 200, chance))
    expect(pauses).toEqual([160, 750, 1500])
  }
})

test('whoever lost the line alone is back at once, and waits longer each time', () => {
  expect(pauseBefore(1006, 200, 1)).toBeLessThan(250)
  expect(pauseBefore(1006, 5000, 0.5)).toBe(5000)
  expect(pauseBefore(1012, 5000, 0)).toBe(4000)
})
