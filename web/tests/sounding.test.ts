import { expect, test } from 'vitest'
import type { Happening } from '../src/protocol'
import { effectsOf } from '../src/sounding'

const crossed = (seat: number): Happening => ({ type: 'crossed', seat, colour: 'red', numbers: [4] })
const ended = (...places: number[]): Happening => ({
  type: 'ended',
  outcome: { reason: 'two_rows', totals: places, places },
})

test('what several players do at the same time is one sound, and vibrates where one of them is', () => {
  expect(effectsOf([crossed(1), crossed(0), { type: 'passed', seat: 2 }], 0)).toEqual([{ sound: 'cross', felt: true }])
  expect(effectsOf([crossed(1)], 0)).toEqual([{ sound: 'cross', felt: false }])
})

test('sounds come in the order of what happened', () => {
  const dice = { white: [1, 2], coloured: [1, 2, 3, 4] } as const
  const news: Happening[] = [crossed(1), { type: 'locked', seat: 1, colour: 'red' }, { type: 'rolled', seat: 0, dice }]
  expect(effectsOf(news, 0).map(({ sound }) => sound)).toEqual(['cross', 'lock', 'roll'])
})

test('a lock is felt by all, a penalty by its owner alone', () => {
  const penalty: Happening = { type: 'penalised', seat: 1, penalties: 2 }
  expect(effectsOf([penalty], 0)).toEqual([{ sound: 'penalty', felt: false }])
  expect(effectsOf([penalty], 1)).toEqual([{ sound: 'penalty', felt: true }])
})

test('the end sounds as one played; spectators hear the winner', () => {
  expect(effectsOf([ended(1, 2)], 0)).toEqual([{ sound: 'won', felt: true }])
  expect(effectsOf([ended(1, 2)], 1)).toEqual([{ sound: 'lost', felt: true }])
  expect(effectsOf([ended(1, 2)], null)).toEqual([{ sound: 'won', felt: false }])
})
