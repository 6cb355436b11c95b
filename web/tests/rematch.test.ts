import { describe, expect, test } from 'vitest'
import type { SeatInfo } from '../src/protocol'
import { rematchOf } from '../src/screens/end/rematch'

const person = (more: Partial<SeatInfo> = {}): SeatInfo =>
  ({ name: 'x', bot: null, character: null, present: true, covered: false, rematch: false, ...more }) as SeatInfo
const bot = person({ bot: 'casual', character: 'Mila' })
const of = (seats: SeatInfo[], away: number[] = [], overdue = false) => rematchOf({ seats }, 0, new Set(away), overdue)

describe('another game', () => {
  test('with bots alone is asked for, and nothing else', () => {
    expect(of([person(), bot, bot])).toMatchObject({
      act: 'ask',
      people: [{ seat: 0, standing: 'looks' }],
      forBots: [],
    })
  })

  test('waits for people who are there, and a wish may be taken back', () => {
    expect(of([person({ rematch: true }), person()])).toMatchObject({ act: 'take back', undecided: [1], left: [] })
    expect(of([person(), person({ rematch: true })])).toMatchObject({ act: 'ask', ready: [1] })
  })

  test('offers a bot as soon as the others are gone, asked for or not', () => {
    for (const rematch of [true, false])
      expect(of([person({ rematch }), person()], [1])).toMatchObject({ act: 'begin', forBots: [1], left: [1] })
  })

  test('ignores the wish of a player who left', () => {
    expect(of([person({ rematch: true }), person({ rematch: true })], [1])).toMatchObject({ act: 'begin', ready: [] })
  })

  test('counts who left the seat to a bot as gone', () => {
    expect(of([person(), person({ covered: true })])).toMatchObject({ act: 'begin', left: [1] })
  })

  test('still waits for a third who is there when one has left', () => {
    expect(of([person({ rematch: true }), person(), person()], [1])).toMatchObject({ act: 'take back', undecided: [2] })
    expect(of([person(), person(), person()], [1])).toMatchObject({ act: 'ask' })
  })

  test('goes on without players who let it wait too long', () => {
    const seats = [person({ rematch: true }), person(), person()]
    expect(of(seats, [1], true)).toMatchObject({ act: 'begin', forBots: [1, 2] })
  })

  test('always has a button that does something, and never waits for an empty name', () => {
    const kinds = [person(), person({ rematch: true }), person({ covered: true }), bot]
    for (const own of kinds.slice(0, 2))
      for (const second of kinds)
        for (const third of kinds)
          for (const away of [[], [1], [2], [1, 2]])
            for (const overdue of [false, true]) {
              const found = of([own, second, third], away, overdue)
              if (found.act === 'take back') expect(found.undecided).not.toEqual([])
              if (found.act === 'begin') expect(found.forBots).not.toEqual([])
            }
  })
})
