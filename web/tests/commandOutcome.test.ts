/** What became of commands that had no answer. */
import { expect, test } from 'vitest'
import { outcomeOfCommand, type Now } from '../src/commandOutcome'
import type { Choice, Happening } from '../src/protocol'

const SEAT = 1
const cross: Choice = { text: 'r5', kind: 'cross', colour: 'red', numbers: [5], places: [], cards: [] }
const pass: Choice = { text: '-', kind: 'pass', colour: null, numbers: [], places: [], cards: [] }
const draw: Choice = { text: 'd13', kind: 'draw', colour: null, numbers: [], places: [0, 2], cards: [] }
const play: Choice = { text: 'p', kind: 'play', colour: 'red', numbers: [2], places: [], cards: ['r2', 'r3'] }

interface Scene {
  chosen?: Choice
  /** Who has to choose. */
  due?: number[]
  state?: 'open' | 'playing' | 'over'
  rematch?: boolean
}

function now({ chosen, due = [], state = 'playing', rematch = false }: Scene, ...news: Happening[]): Now {
  return {
    seat: SEAT,
    info: { state, seats: [{ rematch: false }, { rematch }] },
    view: { chosen: chosen ?? null, public: { to_act: due } },
    news: news.map((what, seq) => ({ seq, what })),
  } as unknown as Now
}

const choose = (choice: Choice, then: Now) =>
  outcomeOfCommand({ type: 'choose', version: 1, choice: choice.text }, choice, then)
const crossed = (number: number, seat = SEAT): Happening => ({
  type: 'crossed',
  seat,
  colour: 'red',
  numbers: [number],
})
const passed = (seat = SEAT): Happening => ({ type: 'passed', seat })

test('a choice that is still due did not arrive', () => {
  expect(choose(cross, now({ due: [SEAT] }))).toBe('open')
  expect(choose(cross, now({ due: [SEAT] }, crossed(5, 0), passed(0)))).toBe('open')
})

test('a choice that is sealed arrived, or another device chose since', () => {
  expect(choose(cross, now({ chosen: cross }))).toBe('done')
  expect(choose(cross, now({ chosen: pass }))).toBe('done')
})

test('a choice whose decision is over was made if that is what happened', () => {
  expect(choose(cross, now({ due: [0] }, passed(0), crossed(5)))).toBe('done')
  expect(choose(pass, now({ due: [0] }, passed()))).toBe('done')
  expect(choose(draw, now({ due: [0] }, { type: 'drew', seat: SEAT, places: [2, 0], numbers: [3, 4] }))).toBe('done')
  const played: Happening = { type: 'played', seat: SEAT, cards: ['r3', 'r2'] }
  expect(choose(play, now({ due: [0] }, played, crossed(2)))).toBe('done')
})

test('a choice that the game did not wait for is late, also where the next one is due', () => {
  expect(choose(cross, now({ due: [0] }, passed()))).toBe('late')
  expect(choose(cross, now({ due: [SEAT] }, passed(), crossed(5)))).toBe('late')
  expect(choose(pass, now({ due: [0] }, crossed(6)))).toBe('late')
  expect(choose(cross, now({ state: 'over' }))).toBe('late')
})

test('what was made and followed by another decision is done', () => {
  expect(choose(cross, now({ due: [SEAT] }, crossed(5), passed()))).toBe('done')
})

test('taking back is done where nothing is chosen, and late where nothing can be', () => {
  const withdraw = { type: 'withdraw', version: 1 } as const
  expect(outcomeOfCommand(withdraw, null, now({ chosen: cross }))).toBe('open')
  expect(outcomeOfCommand(withdraw, null, now({ due: [SEAT] }))).toBe('done')
  expect(outcomeOfCommand(withdraw, null, now({ due: [0] }, crossed(5)))).toBe('late')
})

test('a start arrived if the game runs, or one began since', () => {
  const start = { type: 'start' } as const
  const began: Happening = { type: 'began', seat: 0, rolls: [] }
  expect(outcomeOfCommand(start, null, now({ state: 'open' }))).toBe('open')
  expect(outcomeOfCommand(start, null, now({}))).toBe('done')
  expect(outcomeOfCommand(start, null, now({ state: 'over' })), 'another game, with a bot for who left').toBe('open')
  expect(outcomeOfCommand(start, null, now({ state: 'over' }, began))).toBe('done')
})

test('a seat is left if nobody sits there, or there is no game to leave', () => {
  const leave = { type: 'leave' } as const
  expect(outcomeOfCommand(leave, null, now({ state: 'open' })), 'the seat stays taken').toBe('open')
  expect(outcomeOfCommand(leave, null, { ...now({ state: 'open' }), seat: null })).toBe('done')
  expect(outcomeOfCommand(leave, null, now({}))).toBe('open')
  expect(outcomeOfCommand(leave, null, now({ state: 'over' }))).toBe('done')
})

test('a rematch that is wanted is seen', () => {
  const rematch = { type: 'rematch', wanted: true } as const
  expect(outcomeOfCommand(rematch, null, now({ state: 'over' }))).toBe('open')
  expect(outcomeOfCommand(rematch, null, now({ state: 'over', rematch: true }))).toBe('done')
  expect(outcomeOfCommand({ ...rematch, wanted: false }, null, now({ state: 'over', rematch: true }))).toBe('open')
  expect(outcomeOfCommand(rematch, null, now({}))).toBe('done')
})

test('a name and a face arrived if the seat has them', () => {
  const named = (name: string, face: string): Now =>
    ({ ...now({ state: 'open' }), info: { state: 'open', seats: [{}, { name, face }] } }) as unknown as Now
  const rename = { type: 'introduce', name: 'Ben', face: null } as const
  expect(outcomeOfCommand(rename, null, named('Fox', 'fox'))).toBe('open')
  expect(outcomeOfCommand(rename, null, named('Ben', 'fox'))).toBe('done')
  const change = { type: 'introduce', name: null, face: 'owl' } as const
  expect(outcomeOfCommand(change, null, named('Ben', 'fox'))).toBe('open')
  expect(outcomeOfCommand(change, null, named('Ben', 'owl'))).toBe('done')
})

test('what a host did with seats is not repeated with the guests who sit there now', () => {
  const left: Happening = { type: 'left', seat: 0, name: 'Cy', removed: true }
  expect(outcomeOfCommand({ type: 'remove', seat: 0 }, null, now({ state: 'open' }))).toBe('open')
  expect(outcomeOfCommand({ type: 'remove', seat: 0 }, null, now({ state: 'open' }, left))).toBe('done')
  const move = { type: 'move', seat: 0, to: 1 } as const
  expect(outcomeOfCommand(move, null, now({ state: 'open' }))).toBe('open')
  expect(outcomeOfCommand(move, null, now({ state: 'open' }, { type: 'moved', seat: 0, to: 1 }))).toBe('done')
})

test('a bot that has begun to play for a player is not asked to do so again', () => {
  const cover = { type: 'cover', seat: 0 } as const
  expect(outcomeOfCommand(cover, null, now({}))).toBe('open')
  const back: Happening = { type: 'returned', seat: 0, choices: 1 }
  expect(outcomeOfCommand(cover, null, now({}, { type: 'covered', seat: 0 }, back)), 'who is back stays').toBe('done')
})

test('nothing is said twice', () => {
  const say = { type: 'say', text: 'hello' } as const
  expect(outcomeOfCommand(say, null, now({}, { type: 'said', seat: SEAT, text: 'hello' }))).toBe('done')
  expect(outcomeOfCommand(say, null, now({}, { type: 'said', seat: 0, text: 'hello' }))).toBe('open')
  expect(outcomeOfCommand({ type: 'react', reaction: 'ouch' }, null, now({}))).toBe('open')
})
