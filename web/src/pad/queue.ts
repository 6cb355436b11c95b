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

/** What is left when a mark was refused: what takes it back goes with it. */
export const without = (queue: readonly PadMark[], refused: PadMark): PadMark[] =>
  queue.filter(({ n, undone }) => n !== refused.n && undone !== refused.n)

/** The pad as this device shows it: with what is on its way. */
export function withQueue(pad: PadState, seat: number | null, queue: readonly PadMark[]): PadState {
  if (seat === null) return pad
  const happened = queue.map((mark, place) => ({
    seq: pad.seq + 1 + place,
    what: { type: 'marked', seat, mark } as const,
  }))
  return { ...happened.reduce(after, pad), seq: pad.seq }
}
