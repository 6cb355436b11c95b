import { expect, test } from 'vitest'
import type { Choice, View } from '../src/protocol'
import type { Colour } from '../src/rules'
import { playsFor, tapCard, tapPlace, tapPlayed } from '../src/play/cardPlay'
import { legalCells, nothing, tapCross } from '../src/play/selection.svelte'

const cross = (colour: Colour, number: number): Choice => ({
  text: `${colour.charAt(0)}${number}`,
  kind: 'cross',
  colour,
  numbers: [number],
  places: [],
  cards: [],
})
const play = (cards: readonly string[], colour: Colour, numbers: readonly number[]): Choice => ({
  text: `play ${cards.join(' ')} cross ${numbers.join(' ')}`,
  kind: 'play',
  colour,
  numbers,
  places: [],
  cards,
})
const pick = nothing('now')
const drawing = { choices: [{ kind: 'draw', places: [0, 1] }] } as unknown as View

test('a second tap lets go, and what is not legal is asked about', () => {
  const choices = [cross('red', 7)]
  expect(tapCross(choices, null, 'red', 7)).toEqual({ change: { cell: choices[0] } })
  expect(tapCross(choices, choices[0] ?? null, 'red', 7)).toEqual({ change: { cell: null } })
  expect(tapCross(choices, null, 'blue', 7)).toEqual({ ask: 'b7' })
})

test('of too many cards of the display the oldest goes back', () => {
  expect(tapPlace(drawing, { ...pick, places: [0, 1] }, 2)).toEqual({ change: { places: [1, 2] } })
  expect(tapPlace(drawing, { ...pick, places: [0, 1] }, 0)).toEqual({ change: { places: [1] } })
})

test('cards go together as the table allows', () => {
  const choices = [play(['R4'], 'red', [4]), play(['R4', 'R5'], 'red', [4, 5])]
  expect(tapCard(choices, pick, 'R4')).toEqual({ change: { cards: ['R4'], numbers: null } })
  expect(tapCard(choices, { ...pick, cards: ['R4'] }, 'B9')).toEqual({ ask: 'play R4 B9' })
  expect(tapCard(choices, { ...pick, cards: ['R4'] }, 'R4')).toEqual({
    change: { cards: [], numbers: null, colour: null },
  })
})

test('a joker leaves its row open until one is chosen', () => {
  const choices = [play(['J4'], 'red', [4]), play(['J4'], 'blue', [4])]
  const open = playsFor(choices, { ...pick, cards: ['J4'] })
  expect([open.colours, open.colour, open.play]).toEqual([['red', 'blue'], null, undefined])
  expect([...legalCells(open)]).toEqual(['r4', 'b4'])
  const tapped = tapPlayed(choices, { ...pick, cards: ['J4'] }, open, 'blue', 4)
  expect(tapped).toEqual({ change: { colour: 'blue', numbers: [4] } })
})
