import { beforeEach, expect, test, vi } from 'vitest'
import { keepPlaces, places, takePlace } from '../src/places'

const kept = new Map<string, string>()

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
})

test('every table that was sat at is known, the latest first and once', () => {
  expect(places()).toEqual([])
  takePlace('a', 0)
  takePlace('b', 3)
  takePlace('a', 1)
  expect(places()).toEqual([
    { table: 'a', seat: 1 },
    { table: 'b', seat: 3 },
  ])
})

test('the latest eight are kept', () => {
  for (let number = 0; number < 12; number++) takePlace(`t${number}`, 0)
  expect(places().map(({ table }) => table)).toEqual(['t11', 't10', 't9', 't8', 't7', 't6', 't5', 't4'])
})

test('what is forgotten is gone, with its seat', () => {
  takePlace('a', 0)
  takePlace('b', 1)
  keepPlaces(places().filter(({ table }) => table !== 'a'))
  expect(places()).toEqual([{ table: 'b', seat: 1 }])
  expect(kept.get('qwixx.seats')).toBe('{"b":1}')
})

test('what an earlier version wrote is read, and whatever else is there is no harm', () => {
  kept.set('qwixx.table', 'latest')
  kept.set('qwixx.tables', '["latest", "__proto__", 5, null]')
  for (const seats of ['{"__proto__":', 'null', '[]', '{"latest":"0"}']) {
    kept.set('qwixx.seats', seats)
    expect(places()).toEqual([
      { table: 'latest', seat: null },
      { table: '__proto__', seat: null },
    ])
  }
})
