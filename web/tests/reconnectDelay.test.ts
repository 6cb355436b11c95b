import { expect, test } from 'vitest'
import { reconnectDelay } from '../src/reconnectingSocket'

test('clients that are all closed at once reconnect spread over more than a second', () => {
  for (const code of [1012, 1013]) {
    const pauses = [0, 0.5, 1].map((chance) => reconnectDelay(code, 0, chance))
    expect(pauses).toEqual([160, 750, 1500])
  }
})

test('a client that lost its connection alone retries at once, then ever later, but never much later', () => {
  expect(reconnectDelay(1006, 0, 1)).toBeLessThan(250)
  expect(reconnectDelay(1006, 1, 0.5)).toBeCloseTo(400)
  expect(reconnectDelay(1006, 1000, 1)).toBeLessThan(3001)
})

test('a client that was too fast waits longer', () => {
  expect(reconnectDelay(1008, 0, 0.5)).toBeCloseTo(5000)
})
