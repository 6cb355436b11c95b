/** Optimistic updates of a score pad: marks of this device that the server has not confirmed. */
import type { PadMark } from '../protocol'
import type { Log } from './marks'
import { after, type PadState } from './state'

const isSame = (one: PadMark, two: PadMark): boolean =>
  one.kind === two.kind && one.colour === two.colour && one.number === two.number && one.undone === two.undone

/**
 * The marks that still have to be sent, given the confirmed log of the seat.
 *
 * A mark that the log has under its number is confirmed. On a conflict, another device of the seat used a number
 * first: its mark keeps it, and the marks of this device get the next numbers. A mark that was undone there is not
 * undone twice.
 */
export function settle(queue: readonly PadMark[], log: Log): PadMark[] {
  const waiting: PadMark[] = []
  /** The new numbers of the waiting marks, for the marks that undo them. */
  const numbers = new Map<number, number>()
  for (const mark of queue) {
    const undone = mark.undone === null ? undefined : numbers.get(mark.undone)
    if (undone === undefined && isIn(log, mark)) continue
    const n = log.length + 1 + waiting.length
    numbers.set(mark.n, n)
    waiting.push({ ...mark, n, undone: undone ?? mark.undone })
  }
  return waiting
}

function isIn(log: Log, mark: PadMark): boolean {
  const there = log[mark.n - 1]?.mark
  if (there !== undefined && isSame(there, mark)) return true
  return mark.undone !== null && log.some((each) => each.mark.undone === mark.undone)
}

/** The queue after a mark is confirmed. Another page of this device may have given its number to the next. */
export const afterSent = (queue: readonly PadMark[], sent: PadMark): PadMark[] =>
  queue.filter((mark) => mark.n !== sent.n || !isSame(mark, sent))

/** The queue after a mark is refused, without the mark that undoes it. */
export function without(queue: readonly PadMark[], refused: PadMark): PadMark[] {
  const left = afterSent(queue, refused)
  return left.length === queue.length ? left : left.filter(({ undone }) => undone !== refused.n)
}

/** The pad with the optimistic updates of this device. */
export function withQueue(pad: PadState, seat: number | null, queue: readonly PadMark[]): PadState {
  if (seat === null) return pad
  const happened = queue.map((mark, place) => ({
    seq: pad.seq + 1 + place,
    what: { type: 'marked', seat, mark } as const,
  }))
  return { ...happened.reduce(after, pad), seq: pad.seq }
}
