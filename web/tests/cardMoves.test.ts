import { expect, test } from 'vitest'
import { cardMoves, flightOf } from '../src/play/cardMoves'
import type { Happening, PublicView } from '../src/protocol'

const seen = (hand: readonly string[], display: readonly (number | null)[]) => ({
  seat: 0,
  hand,
  public: { display } as PublicView,
})
const drew = (seat: number, ...places: number[]): Happening => ({
  type: 'drew',
  seat,
  places,
  numbers: places.map((place) => [7, 4, 7, 12][place] ?? 0),
})
const played = (seat: number, ...cards: string[]): Happening => ({ type: 'played', seat, cards })
const crossed = (seat: number, ...numbers: number[]): Happening => ({ type: 'crossed', seat, colour: 'red', numbers })

test('what one draws goes from its place to the hand and shows its face, and the deck fills the place', () => {
  const before = seen(['R7'], [7, 4, 7, 12])
  expect(cardMoves([drew(0, 0, 2)], before, seen(['R7', 'B7', 'J7'], [2, 4, 9, 12]))).toEqual([
    { shown: 'B7', from: 'display 0', to: 'hand B7' },
    { shown: 'J7', from: 'display 2', to: 'hand J7' },
    { shown: 2, from: 'deck', to: 'display 0' },
    { shown: 9, from: 'deck', to: 'display 2' },
  ])
})

test('of what others draw the back is seen', () => {
  const before = seen(['R7'], [7, 4, 7, 12])
  expect(cardMoves([drew(1, 3)], before, seen(['R7'], [7, 4, 7, null]))).toEqual([
    { shown: 12, from: 'display 3', to: 'seat 1' },
  ])
})

test('a card of the same number that one draws oneself is not mistaken for that of another', () => {
  const before = seen([], [7, 4, 7, 12])
  expect(cardMoves([drew(1, 0), drew(0, 2)], before, seen(['B7'], [null, 4, null, 12]))).toEqual([
    { shown: 7, from: 'display 0', to: 'seat 1' },
    { shown: 'B7', from: 'display 2', to: 'hand B7' },
  ])
})

test('cards go to the numbers they cross, and to the discards where they cross none', () => {
  const before = seen(['R4', 'R9', 'J5'], [])
  expect(cardMoves([played(0, 'R4', 'J5', 'R9'), crossed(0, 4, 5)], before, seen([], []))).toEqual([
    { shown: 'R4', from: 'hand R4', to: 'cell red4' },
    { shown: 'J5', from: 'hand J5', to: 'cell red5' },
    { shown: 'R9', from: 'hand R9', to: 'deck' },
  ])
  expect(cardMoves([played(1, 'R4'), crossed(1, 4)], before, before), 'lies on the felt').toEqual([])
})

test('the picture of a card is as large as the card, and becomes as large as the place it goes to', () => {
  const card = { left: 10, top: 20, width: 40, height: 60 }
  const cell = { left: 200, top: 300, width: 20, height: 40 }
  const seat = { left: 0, top: 100, width: 300, height: 80 }
  expect(flightOf('hand R4', card, 'cell red4', cell)).toEqual({
    ...card,
    dx: 180,
    dy: 270,
    scale: 0.5,
    vanishes: true,
  })
  expect(flightOf('display 1', card, 'hand R4', card)).toMatchObject({ scale: 1, vanishes: false })
  expect(flightOf('seat 1', seat, 'deck', card)).toMatchObject({ left: 130, top: 110, width: 40, height: 60, scale: 1 })
  expect(flightOf('display 0', card, 'seat 1', seat)).toMatchObject({ dx: 120, dy: 90, scale: 1 })
})
