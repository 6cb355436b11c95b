// A score pad as the replay of what happened there: every sheet is the log of its owner's own marks. It is what
// server/pads/state.py is to the server, and is held to it by tests/padRules.test.ts.
import type { Outcome, PadMark, PadNumbered, Reason, RollEntered, Sheet } from '../protocol'
import { COLOURS, NUMBERS, PENALTIES_TO_END, type Colour } from '../rules'
import { MOST_MARKS, PAD_GAMES } from './games'
import { EMPTY, endReason, placesOf, sheetWith, whyNotAfter, type PadGame } from './rules'

/** A mark in the log of its seat, and the number of what happened with it. */
export interface Written {
  seq: number
  mark: PadMark
}
export type Log = readonly Written[]

export interface PadState {
  game: PadGame
  names: readonly string[]
  logs: readonly Log[]
  sheets: readonly Sheet[]
  /** Of each row the number of what closed it for everybody. */
  closedAt: readonly (number | null)[]
  roll: (RollEntered & { seq: number }) | null
  /** The number with which somebody ended the game. */
  finished: number | null
  games: number
  seq: number
}

const OPEN = COLOURS.map(() => null)

export function blank(game: PadGame, names: readonly string[], games = 1): PadState {
  return {
    game,
    names,
    logs: names.map(() => []),
    sheets: names.map(() => EMPTY),
    closedAt: OPEN,
    roll: null,
    finished: null,
    games,
    seq: 0,
  }
}

// What marks lead to

/** The marks that were not taken back. */
export function inForce(log: Log): Log {
  const undone = new Set(log.map(({ mark }) => mark.undone))
  return log.filter(({ mark }) => mark.kind !== 'undo' && !undone.has(mark.n))
}

/** The sheet of a log; a mark that it does not take is told to `refuse`, and left out. */
function sheetOf(log: Log, refuse?: (code: string, mark: PadMark, row: readonly number[]) => void): Sheet {
  const rows: number[][] = COLOURS.map(() => [])
  let penalties = 0
  for (const { mark } of inForce(log)) {
    if (mark.kind === 'close') continue
    if (mark.kind === 'penalty') {
      penalties += 1
      continue
    }
    const colour = mark.colour as Colour
    const row = rows[COLOURS.indexOf(colour)] ?? []
    const code = whyNotAfter(colour, row, mark.number ?? 0)
    if (code === null) row.push(mark.number ?? 0)
    else refuse?.(code, mark, row)
  }
  return sheetWith(rows, penalties)
}

/** The number of what closed a row for everybody: a lock, or somebody without a sheet. */
function closedAtIn(game: PadGame, logs: readonly Log[], colour: Colour): number | null {
  if (PAD_GAMES[game].closes === 'owner') return null
  const closing = logs.flatMap((log) =>
    inForce(log).filter(
      ({ mark }) => mark.colour === colour && (mark.kind === 'close' || mark.number === NUMBERS[colour].at(-1)),
    ),
  )
  return closing.length === 0 ? null : Math.min(...closing.map(({ seq }) => seq))
}

function withLog(pad: PadState, seat: number, log: Log): PadState {
  const logs = pad.logs.with(seat, log)
  const closedAt = COLOURS.map((colour) => closedAtIn(pad.game, logs, colour))
  return { ...pad, logs, sheets: pad.sheets.with(seat, sheetOf(log)), closedAt }
}

/** The pad after one thing more that happened. */
export function after(pad: PadState, { seq, what }: PadNumbered): PadState {
  const now = { ...pad, seq }
  switch (what.type) {
    case 'joined':
      if (what.seat < pad.names.length) return { ...now, names: pad.names.with(what.seat, what.name) }
      return { ...now, names: [...pad.names, what.name], logs: [...pad.logs, []], sheets: [...pad.sheets, EMPTY] }
    case 'marked':
      return withLog(now, what.seat, [...(pad.logs[what.seat] ?? []), { seq, mark: what.mark }])
    case 'roll_entered':
      return { ...now, roll: { ...what, seq } }
    case 'finished':
      return { ...now, finished: seq }
    case 'reopened':
      return { ...now, finished: null }
    case 'renewed':
      return { ...blank(pad.game, pad.names, pad.games + 1), seq }
  }
}

// What is known

/** The rows that are closed for everybody. */
export const closedIn = (pad: PadState): readonly Colour[] => COLOURS.filter((_, i) => pad.closedAt[i] !== null)

export const endingOf = (pad: PadState): Outcome['reason'] | null =>
  closedIn(pad).length >= PAD_GAMES[pad.game].rowsToEnd ? 'two_rows' : endReason(pad.game, pad.sheets)

/** Whether the result is shown; who takes back what ended the game opens it again. */
export const isOver = (pad: PadState): boolean => pad.finished !== null && endingOf(pad) !== null

export function outcomeOf(pad: PadState): Outcome | null {
  const reason = endingOf(pad)
  const totals = pad.sheets.map(({ total }) => total)
  return reason === null ? null : { reason, totals, places: placesOf(totals) }
}

// What is refused

const refusal = (code: string, details: Reason['details'] = {}): Reason => ({ rule: '', code, details, text: code })

/** Why a seat may not write a mark, as the server would say; null if it may. */
export function whyNot(pad: PadState, seat: number, mark: PadMark): Reason | null {
  const log = pad.logs[seat] ?? []
  const sheet = pad.sheets[seat] ?? EMPTY
  if (isOver(pad) && mark.seen >= (pad.finished ?? 0)) return refusal('game_over')
  if (log.length >= MOST_MARKS) return refusal('too_many_marks', { most: MOST_MARKS })
  if (mark.kind === 'undo') return whyNotUndo(log, mark)
  if (mark.kind === 'cross') return whyNotCross(pad, seat, sheet, mark)
  if (mark.kind === 'close') return whyNotClose(pad, mark.colour as Colour)
  return sheet.penalties >= PENALTIES_TO_END ? refusal('penalties_full', { most: PENALTIES_TO_END }) : null
}

function whyNotCross(pad: PadState, seat: number, sheet: Sheet, mark: PadMark): Reason | null {
  const colour = mark.colour as Colour
  const closedAt = pad.closedAt[COLOURS.indexOf(colour)] ?? null
  if (closedAt !== null && knows(pad, seat, closedAt, mark.seen) && !sheet.locks.includes(colour)) {
    if (!mark.late) return refusal('row_closed', { colour })
    if (!isSameRoll(pad, seat, closedAt, mark.seen)) return refusal('not_same_roll', { colour })
  }
  const row = sheet.rows[COLOURS.indexOf(colour)] ?? []
  const code = whyNotAfter(colour, row, mark.number ?? 0)
  return code === null ? null : rowRefusal(code, mark, row)
}

function whyNotClose(pad: PadState, colour: Colour): Reason | null {
  if (PAD_GAMES[pad.game].closes === 'owner') return refusal('nothing_to_close')
  return closedIn(pad).includes(colour) ? refusal('row_closed', { colour }) : null
}

/** Whether a seat closed a row itself, for somebody on paper. */
const isOwn = (pad: PadState, seat: number, closedAt: number): boolean =>
  (pad.logs[seat] ?? []).some(({ seq }) => seq === closedAt)

/** Whether a seat knew that a row was closed: it heard of it, or did it. */
const knows = (pad: PadState, seat: number, closedAt: number, seen: number): boolean =>
  seen >= closedAt || isOwn(pad, seat, closedAt)

/** Whether a row that was closed may still belong to the roll in which a seat is. */
function isSameRoll(pad: PadState, seat: number, closedAt: number, seen: number): boolean {
  if (pad.roll !== null && closedAt < pad.roll.seq && pad.roll.seq <= seen) return false
  const own = isOwn(pad, seat, closedAt)
  return inForce(pad.logs[seat] ?? []).every(
    ({ seq, mark }) => mark.late || (own ? seq <= closedAt : mark.seen < closedAt),
  )
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
