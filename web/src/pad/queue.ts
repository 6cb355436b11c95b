/** Marks that were made on this device and that the server has not confirmed. */
import type { PadMark } from '../protocol'
import { after, type Log, type PadState } from './state'

/** What a mark does; the rest of it is when. */
export type Doing = Pick<PadMark, 'kind'> & Partial<Pick<PadMark, 'colour' | 'number' | 'undone' | 'late'>>

export function markOf(doing: Doing, n: number, seen: number): PadMark {
  return { n, seen, colour: null, number: null, undone: null, late: false, ...doing }
}

const isSame = (one: PadMark, two: PadMark): boolean =>
  one.kind === two.kind && one.colour === two.colour && one.number === two.number && one.undone === two.undone

/**
 * What still has to be sent when the log of the seat is this one.
 *
 * A mark that stands there under its number has arrived. Where another device of the same seat was first with a
 * number, its mark stands, and those from here get the next numbers. What was taken back there need not be here.
 */
export function settle(queue: readonly PadMark[], log: Log): PadMark[] {
  const waiting = queue.filter((mark) => {
    const there = log[mark.n - 1]?.mark
    const isDoubled = mark.kind === 'undo' && log.some((each) => each.mark.undone === mark.undone)
    return !isDoubled && (there === undefined || !isSame(there, mark))
  })
  const numbers = new Map(waiting.map((mark, place) => [mark.n, log.length + 1 + place]))
  return waiting.map((mark) => ({
    ...mark,
    n: numbers.get(mark.n) ?? mark.n,
    undone: mark.undone === null ? null : (numbers.get(mark.undone) ?? mark.undone),
  }))
}

/** The pad as this device shows it: with what is on its way. */
export function withQueue(pad: PadState, seat: number | null, queue: readonly PadMark[]): PadState {
  if (seat === null) return pad
  return queue.reduce(
    (now, mark) => ({ ...after(now, { seq: pad.seq + 1, what: { type: 'marked', seat, mark } }), seq: pad.seq }),
    pad,
  )
}
