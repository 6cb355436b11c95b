import { expect, test } from 'vitest'
import type { Happening, Sheet } from '../src/protocol'
import { reactions } from '../src/play/moods'

const sheet = (red: readonly number[] = []): Sheet => ({
  rows: [red, [], [], []],
  locks: [],
  penalties: 0,
  points: [0, 0, 0, 0],
  total: 0,
})
const crossed = (seat: number, ...numbers: number[]): Happening => ({ type: 'crossed', seat, colour: 'red', numbers })
const locked = (seat: number): Happening => ({ type: 'locked', seat, colour: 'red' })
const penalised = (seat: number): Happening => ({ type: 'penalised', seat, penalties: 1 })

const EVERYBODY = [null, 'Nino', 'Mila', 'Leo', 'Vera', 'Ada', 'Otto'] as const
const SEATS = EVERYBODY.map((_, seat) => seat)

/** The faces of all characters when each of them has the same happen to it. */
function faces(what: (seat: number) => Happening[], sheets: readonly Sheet[] = []): string[] {
  return SEATS.map((seat) => reactions(what(seat), EVERYBODY, sheets, true)[seat] ?? '')
}

test('a person with a face has the usual temper', () => {
  const glad = (...numbers: number[]) => reactions([crossed(0, ...numbers)], ['owl'], [], true)
  expect([glad(4), glad(4, 5), reactions([penalised(0)], ['owl'], [], true)]).toEqual([['rest'], ['glad'], ['oops']])
})

test('a lock makes everybody glad who has a face', () => {
  expect(faces((seat) => [locked(seat)])).toEqual(['rest', 'glad', 'glad', 'glad', 'glad', 'glad', 'glad'])
})

test('one cross is enough for Nino, two for others, and none for Vera', () => {
  expect(faces((seat) => [crossed(seat, 4)])).toEqual(['rest', 'glad', 'rest', 'rest', 'rest', 'rest', 'rest'])
  const two = faces((seat) => [crossed(seat, 4), crossed(seat, 5)])
  expect(two).toEqual(['rest', 'glad', 'glad', 'glad', 'rest', 'glad', 'glad'])
})

test('a penalty is an oops for all but Vera and Ada', () => {
  expect(faces((seat) => [penalised(seat)])).toEqual(['rest', 'oops', 'oops', 'oops', 'rest', 'rest', 'oops'])
})

test('nobody minds, or enjoys, the mistakes of others', () => {
  expect(reactions([penalised(0)], EVERYBODY, [], true)).toEqual(SEATS.map(() => 'rest'))
})

test('a row with three crosses that another one closes is an oops for all but Ada', () => {
  const sheets = SEATS.map(() => sheet([2, 3, 4]))
  expect(faces(() => [locked(0)], sheets)).toEqual(['rest', 'oops', 'oops', 'oops', 'oops', 'rest', 'oops'])
  expect(
    reactions(
      [locked(0)],
      EVERYBODY,
      SEATS.map(() => sheet([2, 3])),
      true,
    ),
  ).toEqual(SEATS.map(() => 'rest'))
  expect(reactions([locked(0)], EVERYBODY, sheets, false)).toEqual(SEATS.map(() => 'rest'))
})

test('the first face of a turn stays', () => {
  const turn = [crossed(1, 4, 5), penalised(1)]
  expect(reactions(turn, [null, 'Mila'], [], true)[1]).toBe('glad')
})
