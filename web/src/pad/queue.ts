/** Marks that were made on this device and that the server has not confirmed. */
import type { PadMark } from '../protocol'
import type { Log } from './marks'
import { after, type PadState } from './state'

const isSame = (one: PadMark, two: PadMark): boolean =>
  one.kind === two.kind && one.colour === two.colour && one.number === two.number && one.undone === two.undone

/**
 * What still has to be sent when the log of the seat is this one.
 *
 * A mark that stands there under its number has arrived. Where another device of the same seat was first with a
 * number, its mark stands, and those from here get the next numbers. What was taken back there need not be here.
 */
export function settle(queue: readonly PadMark[], log: Log): PadMark[] {
  const waiting: PadMark[] = []
  /** The new numbers of those that wait. What takes one of them back waits behind it. */
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

/** What is left when a mark has arrived. Another page of this device may have given its number to the next. */
export const afterSent = (queue: readonly PadMark[], sent: PadMark): PadMark[] =>
  queue.filter((mark) => mark.n !== sent.n || !isSame(mark, sent))

/** What is left when a mark was refused: what takes it back goes with it. */
export function without(queue: readonly PadMark[], refused: PadMark): PadMark[] {
  const left = afterSent(queue, refused)
  return left.length === queue.length ? left : left.filter(({ undone }) => undone !== refused.n)
}

/** The pad as this device shows it: with what is on its way. */
export function withQueue(pad: PadState, seat: number | null, queue: readonly PadMark[]): PadState {
  if (seat === null) return pad
  const happened = queue.map((mark, place) => ({
    seq: pad.seq + 1 + place,
    what: { type: 'marked', seat, mark } as const,
  }))
  return { ...happened.reduce(after, pad), seq: pad.seq }
}
