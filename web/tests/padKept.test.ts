/** Pads that a device keeps: nothing is lost by a full storage or by a clock that is wrong. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { allPads, findPad, forget, keepPad, now, stateOf, type KeptPad } from '../src/pad/kept'
import { Shelf } from './shelf'

const pad = (id: string, names: readonly string[] = ['Ann']): KeptPad => ({
  id,
  at: now(),
  game: 'dice',
  names,
  games: 1,
  happened: [],
  seat: null,
  queue: [],
})

beforeEach(() => {
  vi.useFakeTimers()
  vi.setSystemTime(new Date('2026-11-18'))
  vi.stubGlobal('localStorage', new Shelf(100_000))
})
afterEach(() => {
  for (const { id } of allPads()) forget(id)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('what a full storage does not take is still found, and not what it took before', () => {
  vi.stubGlobal('localStorage', new Shelf(300))
  expect(keepPad(pad('here.a'))).toBe(true)
  expect(keepPad(pad('here.a', ['Ann', 'x'.repeat(300)]))).toBe(false)
  expect(findPad('here.a')?.names).toHaveLength(2)
  expect(allPads().map(({ names }) => names.length)).toEqual([2])
})

test('what is kept again after room was made is found as another page wrote it', () => {
  vi.stubGlobal('localStorage', new Shelf(300))
  expect(keepPad(pad('here.a', ['x'.repeat(300)]))).toBe(false)
  expect(keepPad(pad('here.a', ['Ann']))).toBe(true)
  localStorage.setItem('qwixx.pad.here.a', JSON.stringify(pad('here.a', ['Ann', 'Ben'])))
  expect(findPad('here.a')?.names).toEqual(['Ann', 'Ben'])
})

test('what there was no room for is kept as soon as another pad is removed', () => {
  vi.stubGlobal('localStorage', new Shelf(400))
  expect(keepPad(pad('here.old', ['x'.repeat(150)]))).toBe(true)
  expect(keepPad(pad('here.new', ['y'.repeat(150)]))).toBe(false)
  expect(localStorage.getItem('qwixx.pad.here.new')).toBeNull()
  forget('here.old')
  expect(localStorage.getItem('qwixx.pad.here.new')).toContain('yyy')
})

test.each(['1970-01-01', '2099-01-01'])('a clock that says %s for a while changes no order', (wrong) => {
  keepPad(pad('here.first'))
  vi.setSystemTime(new Date(wrong))
  keepPad(pad('here.second'))
  vi.setSystemTime(new Date('2026-11-19'))
  keepPad(pad('here.third'))
  expect(allPads().map(({ id }) => id)).toEqual(['here.third', 'here.second', 'here.first'])
})

test('no pad is forgotten by itself', () => {
  for (let n = 0; n < 100; n += 1) keepPad(pad(`here.${n}`))
  expect(allPads()).toHaveLength(100)
})

test('what is no pad is passed over', () => {
  localStorage.setItem('qwixx.pad.here.a', '{"game":"dice"}')
  localStorage.setItem('qwixx.pad.here.b', '{"game":"chess","names":[],"happened":[]}')
  localStorage.setItem('qwixx.pad.here.c', 'no JSON')
  expect(allPads()).toEqual([])
})

test('a pad of an earlier version opens, also with what the rules would not take any more', () => {
  const mark = (n: number, number: number, late = false): unknown => ({
    seq: n,
    what: {
      type: 'marked',
      seat: n === 6 ? 0 : 1,
      mark: { n: n === 6 ? 1 : n, kind: 'cross', seen: n - 1, colour: 'red', number, undone: null, late },
    },
  })
  const happened = [1, 2, 3, 4, 5].map((n) => mark(n, n + 1)).concat(mark(6, 7), mark(7, 8, true), mark(8, 9, true))
  const old = { id: 'p', at: 1, game: 'dice', names: ['Ann', 'Ben'], games: 1, happened, seat: 0, queue: [] }
  localStorage.setItem('qwixx.pad.p', JSON.stringify(old))
  const kept = findPad('p')
  expect(kept && stateOf(kept).sheets.map(({ rows }) => rows[0])).toEqual([[7], [2, 3, 4, 5, 6, 8, 9]])
})
