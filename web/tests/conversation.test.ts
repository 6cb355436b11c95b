/** Words stay with the people who said them, wherever these sit. */
import { expect, test } from 'vitest'
import { linesIn } from '../src/chat/conversation.svelte'
import type { Happening } from '../src/protocol'

const said = (seat: number, text: string): Happening => ({ type: 'said', seat, text })
const told = (...happened: Happening[]): [number, string][] =>
  linesIn(happened.map((what, index) => ({ seq: index + 1, what }))).map(({ what }) => [
    what.seat,
    what.type === 'said' ? what.text : what.reaction,
  ])

test('words move with their speaker', () => {
  const moved: Happening = { type: 'moved', seat: 0, to: 2 }
  expect(told(said(0, 'hello'), said(1, 'hi'), moved, said(2, 'here'))).toEqual([
    [2, 'hello'],
    [1, 'hi'],
    [2, 'here'],
  ])
})

test('words of a player who left are not those of the next player in the seat', () => {
  const left: Happening = { type: 'left', seat: 1, name: 'Ben', removed: true }
  expect(told(said(1, 'rude'), said(0, 'well'), left, said(1, 'good evening'))).toEqual([
    [0, 'well'],
    [1, 'good evening'],
  ])
})
