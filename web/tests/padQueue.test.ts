/** Marks on their way to the server: what two devices of one seat did meanwhile comes together in one log. */
import { expect, test } from 'vitest'
import type { Log } from '../src/pad/marks'
import { markOf, type MarkDraft } from '../src/pad/marks'
import { settle, without, withQueue } from '../src/pad/queue'
import { after, blank, type PadState } from '../src/pad/state'
import type { PadMark } from '../src/protocol'

const red = (number: number): MarkDraft => ({ kind: 'cross', colour: 'red', number })
const penalty: MarkDraft = { kind: 'penalty' }
const undo = (undone: number): MarkDraft => ({ kind: 'undo', undone })

const marks = (...drafts: readonly MarkDraft[]): PadMark[] => drafts.map((draft, place) => markOf(draft, place + 1, 0))
const log = (...drafts: readonly MarkDraft[]): Log => marks(...drafts).map((mark, seq) => ({ seq, mark }))
const behind = (before: number, ...drafts: readonly MarkDraft[]): PadMark[] =>
  drafts.map((draft, place) => markOf(draft, before + place + 1, 0))

test('what has arrived is sent no more', () => {
  expect(settle(marks(red(2), red(3)), log(red(2)))).toEqual(behind(1, red(3)))
  expect(settle(marks(red(2), red(3)), log(red(2), red(3)))).toEqual([])
})

test('a number that another device was first with goes to its mark, and ours move on', () => {
  expect(settle(marks(red(4), penalty), log(red(2)))).toEqual(behind(1, red(4), penalty))
})

test('taking back follows a mark to its new number', () => {
  expect(settle(marks(red(4), undo(1)), log(red(2)))).toEqual(behind(1, red(4), undo(2)))
})

test('what another device took back need not be taken back again', () => {
  expect(settle(behind(1, penalty, undo(1)), log(red(2), undo(1)))).toEqual(behind(2, penalty))
})

test('a mark that is not there yet is taken back by its own device, whatever another one took back', () => {
  const there = log(red(2), red(4), undo(2))
  expect(settle(behind(1, penalty, undo(2)), there)).toEqual(behind(3, penalty, undo(4)))
})

test('what takes back a mark that was refused goes with it', () => {
  const refused = markOf(red(5), 2, 0)
  const left = settle(without([refused, ...behind(2, penalty, undo(2), undo(3))], refused), log(red(9)))
  expect(left).toEqual(behind(1, penalty, undo(2)))
})

test('a device shows what it has written, and knows no more than before', () => {
  const pad: PadState = { ...blank('dice', ['Ann', 'Ben']), seq: 7 }
  const shown = withQueue(pad, 1, marks(red(2), penalty))
  expect(shown.sheets.map(({ total }) => total)).toEqual([0, -4])
  expect(shown.seq).toBe(7)
  expect(withQueue(pad, null, marks(red(2)))).toBe(pad)
})

/** What a server does with a mark: the next number is written, and what is there already is passed over. */
function sent(pad: PadState, mark: PadMark): PadState {
  const written = pad.logs[0] ?? []
  if (mark.n !== written.length + 1) return pad
  return after(pad, { seq: pad.seq + 1, what: { type: 'marked', seat: 0, mark } })
}

test.each([0, 1, 2, 3, 4, 5, 6, 7])('two devices of a seat end with the same sheet in order %i', (order) => {
  let pad = blank('dice', ['Ann'])
  let queues = [marks(red(2), red(5)), marks(red(2), penalty, undo(2))]
  for (let step = 0; queues.some((queue) => queue.length > 0); step += 1) {
    const first = (order >> (step % 3)) & 1
    const from = queues[first]?.length ? first : 1 - first
    const [mark] = queues[from] ?? []
    if (mark !== undefined) pad = sent(pad, mark)
    queues = queues.map((queue) => settle(queue, pad.logs[0] ?? []))
  }
  const crosses = pad.sheets[0]?.rows[0]
  expect([crosses, pad.sheets[0]?.penalties]).toEqual([[2, 5], 0])
})
