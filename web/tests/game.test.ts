import { expect, test } from 'vitest'
import type { Choice, Sheet } from '../src/protocol'
import type { Colour } from '../src/rules'
import { likeliest, toggledPlay } from '../src/play/cardPlay'
import { isLost, sortedHand } from '../src/play/cards'
import { cellState, hasTurn } from '../src/play/game'
import { crossesIn, diceFor, pointsWith } from '../src/sheet'

const sheet = (red: readonly number[], locks: readonly Colour[] = []): Sheet => ({
  rows: [red, [], [], []],
  locks,
  penalties: 0,
  points: [0, 0, 0, 0],
  total: 0,
})
const play = (...numbers: number[]): Choice => ({
  text: numbers.join(' '),
  kind: 'play',
  colour: 'red',
  numbers,
  places: [],
  cards: numbers.map((number) => `R${number}`),
})

test('a lock is a cross, and comes with the last number', () => {
  expect(crossesIn(sheet([2, 3], ['red']), 'red')).toBe(3)
  expect(pointsWith(sheet([2, 3, 4, 5, 6]), 'red', [12])).toBe(28)
  expect(pointsWith(sheet([]), 'green', [12])).toBe(1)
})

test('cells are crossed, chosen, legal, skipped or open', () => {
  const states = [2, 4, 5, 7, 9].map((number) =>
    cellState(sheet([4]), 'red', number, new Set(['r5', 'r7']), new Set(['r7'])),
  )
  expect(states).toEqual(['skipped', 'crossed', 'legal', 'chosen', 'open'])
})

test('a hand is sorted as its rows run, jokers last', () => {
  const hand = sortedHand(['J3', 'G2', 'R9', 'G12', 'R4'])
  expect(hand.map(({ text }) => text)).toEqual(['R4', 'R9', 'G12', 'G2', 'J3'])
})

test('a card is lost when no row takes its number', () => {
  expect(isLost(sheet([7]), { text: 'R5', colour: 'red', number: 5 })).toBe(true)
  expect(isLost(sheet([7]), { text: 'R7', colour: 'red', number: 7 })).toBe(true)
  expect(isLost(sheet([7]), { text: 'R12', colour: 'red', number: 12 })).toBe(false)
  expect(isLost(sheet([]), { text: 'R2', colour: 'red', number: 2 })).toBe(false)
  expect(isLost(sheet([7]), { text: 'J5', colour: null, number: 5 })).toBe(false)
})

test('most people mean the play with most crosses that skips least', () => {
  expect(likeliest([play(5), play(4, 5), play(8, 9)], 'red')?.numbers).toEqual([4, 5])
})

test('a tap takes a number in or out and leaves the rest', () => {
  const plays = [play(), play(4), play(5), play(4, 5)]
  expect(toggledPlay(plays, 'red', [4, 5], 5)?.numbers).toEqual([4])
  expect(toggledPlay(plays, 'red', [4], 5)?.numbers).toEqual([4, 5])
})

test('the dice behind a sum are found', () => {
  const dice = { white: [2, 5] as const, coloured: [3, null, 1, 6] }
  expect(diceFor(dice, 'red', 8)).toEqual({ white: 1, coloured: 0 })
  expect(diceFor(dice, 'yellow', 8)).toBeNull()
  expect(diceFor(null, 'red', 8)).toBeNull()
})

test('until chance has said who begins it is the turn of nobody', () => {
  expect(hasTurn({ phase: 'start', active: 0 }, 0)).toBe(false)
  expect(hasTurn({ phase: 'roll', active: 0 }, 0)).toBe(true)
  expect(hasTurn({ phase: 'common', active: 0 }, 1)).toBe(false)
})
