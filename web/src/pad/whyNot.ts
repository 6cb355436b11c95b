/** Why a mark may not be written on a score pad: what tables/pad/rules.py says, which explains it. */
import type { PadMark, Reason } from '../protocol'
import { type Colour, COLOURS, GAMES, MOST_MARKS, NUMBERS, PENALTIES_TO_END } from '../rules'
import { EMPTY, locksForAll, offered, whyNotAfter } from '../sheet'
import { inForce, lockNumber, sheetOf, type Log, type Written } from './marks'
import type { PadState } from './state'

/** The lock of a row, or the end of the game: its number, and the mark that caused it with its seat. */
interface Stop {
  at: number
  row: Colour | null
  seat: number
  mark: PadMark
}

const refusal = (code: string, details: Reason['details'] = {}): Reason => ({ rule: '', code, details, text: code })
const reasonOf = ({ row }: Stop): Reason =>
  row === null ? refusal('game_over') : refusal('row_closed', { colour: row })

/** Why a seat may not write a mark, as the server would say; null if it may. */
export function whyNot(pad: PadState, seat: number, mark: PadMark): Reason | null {
  const log = pad.logs[seat] ?? []
  if (pad.finished !== null && mark.seen >= pad.finished) return refusal('game_over')
  if (log.length >= MOST_MARKS) return refusal('too_many_marks', { most: MOST_MARKS })
  switch (mark.kind) {
    case 'cross':
      return whyNotCross(pad, seat, mark)
    case 'penalty':
      return whyNotPenalty(pad, seat, mark)
    case 'undo':
      return whyNotUndo(log, mark)
    case 'close':
      return whyNotClose(pad, seat, mark)
    case 'end':
      return knownEnd(pad, seat, mark) === null ? null : refusal('game_over')
  }
}

function whyNotCross(pad: PadState, seat: number, mark: PadMark): Reason | null {
  for (const stop of stops(pad, seat, mark)) {
    if (replaces(pad.logs[seat] ?? [], stop, mark)) continue
    if (!mark.late) return reasonOf(stop)
    if (!isInCommonAction(pad, seat, stop, mark)) return refusal('not_same_roll')
  }
  const colour = mark.colour as Colour
  const row = pad.sheets[seat]?.rows[COLOURS.indexOf(colour)] ?? []
  const code = whyNotAfter(colour, row, mark.number ?? 0)
  return code === null ? null : rowRefusal(code, mark, row)
}

function whyNotPenalty(pad: PadState, seat: number, mark: PadMark): Reason | null {
  const { penalties } = pad.sheets[seat] ?? EMPTY
  if (penalties >= PENALTIES_TO_END) return refusal('penalties_full', { most: PENALTIES_TO_END })
  const end = knownEnd(pad, seat, mark)
  return end === null || replaces(pad.logs[seat] ?? [], end, mark) ? null : reasonOf(end)
}

function whyNotClose(pad: PadState, seat: number, mark: PadMark): Reason | null {
  if (!locksForAll(pad.game)) return refusal('nothing_to_close')
  const colour = mark.colour as Colour
  if (pad.closedAt[COLOURS.indexOf(colour)] != null) return refusal('row_closed', { colour })
  const end = knownEnd(pad, seat, mark)
  return end === null || lockNumber(end.mark) === NUMBERS[colour].at(-1) ? null : reasonOf(end)
}

function whyNotUndo(log: Log, mark: PadMark): Reason | null {
  if (!log.some((each) => each.mark.n === mark.undone && each.mark.kind !== 'undo')) {
    return refusal('nothing_to_undo', { n: mark.undone ?? 0 })
  }
  let found: Reason | null = null
  sheetOf([...log, { seq: 0, mark }], (code, refused, row) => (found ??= rowRefusal(code, refused, row)))
  return found
}

function rowRefusal(code: string, { colour, number }: PadMark, row: readonly number[]): Reason {
  return refusal(code, { colour: colour ?? '', number: number ?? 0, last: row.at(-1) ?? 0, crosses: row.length })
}

// What a seat knows

/** The lock of the row of a cross, and the end of the game, as far as its seat knows of them. */
function stops(pad: PadState, seat: number, mark: PadMark): Stop[] {
  const colour = mark.colour as Colour
  const at = pad.closedAt[COLOURS.indexOf(colour)] ?? null
  const isLocked = at !== null && !pad.sheets[seat]?.locks.includes(colour) && knows(pad, seat, at, mark)
  const row = isLocked ? stopAt(pad, at, colour) : null
  return [row, knownEnd(pad, seat, mark)].filter((stop) => stop !== null)
}

/** The end of the game, unless the seat has not heard of it, or knows that the sheets are open again. */
function knownEnd(pad: PadState, seat: number, mark: PadMark): Stop | null {
  if (pad.end === null || !knows(pad, seat, pad.end.at, mark)) return null
  if (pad.reopened !== null && mark.seen >= pad.reopened) return null
  return stopAt(pad, pad.end.at, null)
}

function stopAt(pad: PadState, at: number, row: Colour | null): Stop | null {
  for (const [seat, log] of pad.logs.entries()) {
    const found = log.find(({ seq }) => seq === at)
    if (found !== undefined) return { at, row, seat, mark: found.mark }
  }
  return null
}

const isOwn = (log: Log, at: number): boolean => log.some(({ seq }) => seq === at)

/** Whether a seat knew of something when it made a mark: it heard of it, or did it. */
const knows = (pad: PadState, seat: number, at: number, mark: PadMark): boolean =>
  mark.seen >= at || isOwn(pad.logs[seat] ?? [], at)

/** The marks that a seat made when it knew of something; also that mark itself, if it is the seat's own. */
function since(log: Log, at: number): Log {
  const own = isOwn(log, at)
  return log.filter(({ seq, mark }) => mark.seen >= at || (own && seq >= at))
}

// What may still be written

/** Whether a mark takes the place of one that was taken back since; a lock only that of the lock. */
function replaces(log: Log, stop: Stop, mark: PadMark): boolean {
  const isAlike = (other: PadMark | undefined): boolean => other?.kind === mark.kind && other.colour === mark.colour
  const numbers = new Set<number | null>()
  let free = 0
  for (const { mark: each } of since(log, stop.at)) {
    const undone = each.undone === null ? undefined : log[each.undone - 1]?.mark
    if (undone !== undefined && isAlike(undone)) {
      free += 1
      numbers.add(undone.number)
    } else if (free > 0 && isAlike(each)) free -= 1
  }
  return free > 0 && (lockNumber(mark) === null || numbers.has(mark.number))
}

/** Whether a late cross may belong to the common action of the roll in which it stopped. */
function isInCommonAction(pad: PadState, seat: number, stop: Stop, mark: PadMark): boolean {
  const { roll } = pad
  if (roll !== null && stop.at < roll.seq && roll.seq <= mark.seen) return false
  const fitting = fits(pad, stop, mark) ? roll : null
  if (hasActed(pad.logs[seat] ?? [], fitting?.seq ?? null, stop, mark)) return false
  if (isRollOver(pad, seat, fitting, stop, mark)) return false
  const [first, second] = fitting?.dice.white ?? [0, 0]
  const number = fitting === null ? crossedLate(pad, seat, stop, mark) : first + second
  return (number === null || number === mark.number) && !endsBefore(pad, seat, stop, mark)
}

/** Whether it stopped in the roll that was entered: people need not enter every roll. */
function fits({ roll }: PadState, stop: Stop, mark: PadMark): boolean {
  if (roll === null || roll.seq >= stop.at || roll.seq > mark.seen) return false
  const { kind, colour, number } = stop.mark
  if (kind === 'penalty') return stop.seat === roll.seat
  if (colour === null) return false
  const rolled = kind === 'cross' && stop.seat === roll.seat
  return offered(roll.dice, colour, rolled).includes(number ?? lockNumber(stop.mark) ?? 0)
}

/** Whether a seat did something else since it stopped, or since the roll; or was late in another row. */
function hasActed(log: Log, rolled: number | null, stop: Stop, { colour }: PadMark): boolean {
  const later = since(log, stop.at)
  if (later.some(({ mark }) => mark.kind === 'cross' && mark.late && mark.colour !== colour)) return true
  const isLater = (each: Written): boolean => later.includes(each) || (rolled !== null && each.mark.seen >= rolled)
  return inForce(log).some((each) => (each.mark.kind === 'cross' || each.mark.kind === 'penalty') && isLater(each))
}

/** Whether other seats wrote more since it stopped than belongs to one roll. */
function isRollOver(pad: PadState, seat: number, roll: PadState['roll'], stop: Stop, { seen }: PadMark): boolean {
  const active = new Set(roll === null ? [] : [roll.seat])
  for (const [other, log] of pad.logs.entries()) {
    if (other === seat) continue
    const later = since(log, stop.at).filter(({ seq }) => seq <= seen)
    const crosses = added(log, later, 'cross')
    const penalties = added(log, later, 'penalty')
    if (crosses + 2 * penalties > 2) return true
    if (crosses > 1 || penalties > 0) active.add(other)
  }
  return active.size > 1
}

/** How many marks of a kind the latest part of a log adds; a mark that replaces an undone one is not new. */
function added(log: Log, later: Log, kind: PadMark['kind']): number {
  const undone = new Set(later.map(({ mark }) => mark.undone))
  const earlier = log.filter((each) => !later.includes(each))
  const made = later.filter(({ mark }) => mark.kind === kind && !undone.has(mark.n))
  return made.length - earlier.filter(({ mark }) => mark.kind === kind && undone.has(mark.n)).length
}

/** The number of the common action, as far as the crosses that the seat knows of tell. */
function crossedLate(pad: PadState, seat: number, stop: Stop, { seen }: PadMark): number | null {
  let locks = 0
  for (const [other, log] of pad.logs.entries()) {
    const later = since(log, stop.at)
    for (const each of other === seat ? [] : inForce(log)) {
      const { kind, colour, late, number } = each.mark
      if (kind !== 'cross' || each.seq > seen) continue
      const isAbout = stop.row === null || colour === stop.row
      if (late && isAbout && later.includes(each)) return number
      if (colour === stop.mark.colour && lockNumber(each.mark) !== null) locks += 1
    }
  }
  // Two lock the same row only in the common action.
  return locks > 1 && locksForAll(pad.game) ? lockNumber(stop.mark) : null
}

/** Whether a lock would have ended the game in the common action, before what did end it. */
function endsBefore(pad: PadState, seat: number, stop: Stop, mark: PadMark): boolean {
  const { rowsToEnd } = GAMES[pad.game]
  if (lockNumber(mark) === null || stop.row !== null || lockNumber(stop.mark) === mark.number) return false
  if (!locksForAll(pad.game)) {
    // Who ended the game on paper may have locked a row in the same action.
    const locks = stop.mark.kind === 'end' ? 0 : (pad.sheets[seat]?.locks.length ?? 0)
    return locks + 1 >= rowsToEnd
  }
  const before = COLOURS.filter((_, i) => (pad.closedAt[i] ?? stop.at) < stop.at)
  return !before.includes(mark.colour as Colour) && before.length + 1 >= rowsToEnd
}
