import { beforeEach, expect, test, vi } from 'vitest'
import { leavePlace, leavePlaces, places, takePlace } from '../src/places'

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

test('games on this device stay until they are over', () => {
  takePlace('device-1', 0)
  for (let number = 0; number < 12; number++) takePlace(`t${number}`, 0)
  expect(places().map(({ table }) => table)).toEqual(['t11', 't10', 't9', 't8', 't7', 't6', 't5', 't4', 'device-1'])
  leavePlace('device-1')
  expect(places()).toHaveLength(8)
})

test('what is forgotten is gone, with its seat', () => {
  takePlace('a', 0)
  takePlace('b', 1)
  leavePlaces(['a'])
  expect(places()).toEqual([{ table: 'b', seat: 1 }])
})

test('a table whose game is over is left, and may be sat at again', () => {
  takePlace('a', 0)
  takePlace('b', 1)
  leavePlace('b')
  expect(places()).toEqual([{ table: 'a', seat: 0 }])
  takePlace('b', 1)
  expect(places().map(({ table }) => table)).toEqual(['b', 'a'])
})

test.each(['{"__proto__":', 'null', '{}', '[null, 5, {"table": 5}, {"table": "a"}, {"table": "", "seat": 0}]'])(
  'what is there and no place is no harm: %s',
  (found) => {
    kept.set('qwixx.places', found)
    expect(places()).toEqual([])
  },
)
