/** Marks of a score pad, the logs they stand in, and the sheet that a log leads to: tables/pad/marks.py. */
import type { PadMark, Sheet } from '../protocol'
import { COLOURS, type Colour } from '../rules'
import { lastOf, sheetWith, whyNotAfter } from '../sheet'

/** What a mark does; the rest of it is when. */
export type MarkDraft = Pick<PadMark, 'kind'> & Partial<Pick<PadMark, 'colour' | 'number' | 'undone' | 'late'>>

export function markOf(draft: MarkDraft, n: number, seen: number): PadMark {
  return { n, seen, colour: null, number: null, undone: null, late: false, ...draft }
}

/** Whether a mark says what players on paper did: anyone at the pad may undo it. */
export const isOnPaper = ({ kind }: PadMark): boolean => kind === 'close' || kind === 'end'

/** A mark in the log of its seat, and the number of what happened with it. */
export interface Written {
  seq: number
  mark: PadMark
}
export type Log = readonly Written[]

/** The marks that were not taken back. */
export function inForce(log: Log): Log {
  const undone = new Set(log.map(({ mark }) => mark.undone))
  return log.filter(({ mark }) => mark.kind !== 'undo' && !undone.has(mark.n))
}

/** The sheet of a log; an invalid mark is passed to `refuse`, and left out. */
export function sheetOf(log: Log, refuse?: (code: string, mark: PadMark, row: readonly number[]) => void): Sheet {
  const rows: number[][] = COLOURS.map(() => [])
  let penalties = 0
  for (const { mark } of inForce(log)) {
    if (mark.kind === 'penalty') penalties += 1
    if (mark.kind !== 'cross') continue
    const colour = mark.colour as Colour
    const row = rows[COLOURS.indexOf(colour)] ?? []
    const code = whyNotAfter(colour, row, mark.number ?? 0)
    if (code === null) row.push(mark.number ?? 0)
    else refuse?.(code, mark, row)
  }
  return sheetWith(rows, penalties)
}

/** The number with which a mark locks its row, by a cross or on paper; null if it does not. */
export function lockNumber({ kind, colour, number }: PadMark): number | null {
  const last = colour === null ? null : lastOf(colour)
  return kind === 'close' || number === last ? last : null
}
