// A score pad as the replay of what happened there: every sheet is the log of its owner's own marks. It is what
// tables/pad/state.py is to the server, and is held to it by tests/padRules.test.ts.
import type { Outcome, PadHappeningWithSeq, RollEntered, Sheet } from '../protocol'
import { COLOURS, GAMES, PENALTIES_TO_END, type Colour, type SharedGame } from '../rules'
import { EMPTY, locksForAll, placesOf } from '../sheet'
import { inForce, lockNumber, markOf, sheetOf, type Log } from './marks'

/** The number of what ended the game, and why: by the sheets here, or by a player on paper. */
interface PadEnd {
  at: number
  reason: Outcome['reason'] | 'paper'
}

export interface PadState {
  game: SharedGame
  names: readonly string[]
  logs: readonly Log[]
  sheets: readonly Sheet[]
  /** Of each row the number of what locked it for everybody. */
  closedAt: readonly (number | null)[]
  end: PadEnd | null
  roll: (RollEntered & { seq: number }) | null
  /** The number with which a player showed the result. */
  finished: number | null
  /** The number with which the sheets were first opened again after the end. */
  reopened: number | null
  /** The number of the game. */
  games: number
  seq: number
}

export function blank(game: SharedGame, names: readonly string[], games = 1): PadState {
  return {
    game,
    names,
    logs: names.map(() => []),
    sheets: names.map(() => EMPTY),
    closedAt: COLOURS.map(() => null),
    end: null,
    roll: null,
    finished: null,
    reopened: null,
    games,
    seq: 0,
  }
}

// What marks lead to

/** The number of what locked a row for everyone: a lock, or a player on paper. */
function closedAtIn(game: SharedGame, logs: readonly Log[], colour: Colour): number | null {
  if (!locksForAll(game)) return null
  const locking = logs.flatMap((log) =>
    inForce(log).filter(({ mark }) => mark.colour === colour && lockNumber(mark) !== null),
  )
  return locking.length === 0 ? null : Math.min(...locking.map(({ seq }) => seq))
}

/** The first end that the marks in force lead to. */
function endIn(game: SharedGame, logs: readonly Log[], closedAt: PadState['closedAt']): PadEnd | null {
  const { rowsToEnd } = GAMES[game]
  const ends: PadEnd[] = []
  const add = (at: number | undefined, reason: PadEnd['reason']): void => {
    if (at !== undefined) ends.push({ at, reason })
  }
  add(closedAt.filter((at) => at !== null).sort((a, b) => a - b)[rowsToEnd - 1], 'two_rows')
  for (const log of logs.map(inForce)) {
    if (!locksForAll(game)) add(log.filter(({ mark }) => lockNumber(mark) !== null)[rowsToEnd - 1]?.seq, 'two_rows')
    add(log.filter(({ mark }) => mark.kind === 'penalty')[PENALTIES_TO_END - 1]?.seq, 'four_penalties')
    add(log.find(({ mark }) => mark.kind === 'end')?.seq, 'paper')
  }
  return ends.sort((a, b) => a.at - b.at)[0] ?? null
}

function withLog(pad: PadState, seat: number, log: Log): PadState {
  const logs = pad.logs.with(seat, log)
  const closedAt = COLOURS.map((colour) => closedAtIn(pad.game, logs, colour))
  const end = endIn(pad.game, logs, closedAt)
  const now = { ...pad, logs, sheets: pad.sheets.with(seat, sheetOf(log)), closedAt, end }
  // A game that goes on has no result, and its next end is another one.
  return end === null ? { ...now, finished: null, reopened: null } : now
}

/** The pad after one thing more that happened. */
export function after(pad: PadState, { seq, what }: PadHappeningWithSeq): PadState {
  const now = { ...pad, seq }
  switch (what.type) {
    case 'joined':
      if (what.seat < pad.names.length) return { ...now, names: pad.names.with(what.seat, what.name) }
      return { ...now, names: [...pad.names, what.name], logs: [...pad.logs, []], sheets: [...pad.sheets, EMPTY] }
    case 'marked':
      return withLog(now, what.seat, [...(pad.logs[what.seat] ?? []), { seq, mark: what.mark }])
    case 'retracted': {
      const log = pad.logs[what.owner] ?? []
      const mark = markOf({ kind: 'undo', undone: what.n }, log.length + 1, seq - 1)
      return withLog(now, what.owner, [...log, { seq, mark }])
    }
    case 'roll_entered':
      return { ...now, roll: { ...what, seq } }
    case 'finished':
      return { ...now, finished: pad.end === null ? null : seq }
    case 'reopened':
      return { ...now, finished: null, reopened: pad.end === null ? null : (pad.reopened ?? seq) }
    case 'renewed':
      return { ...blank(pad.game, pad.names, pad.games + 1), seq }
    case 'restored':
      // What happened before it is that of the earlier game.
      return now
  }
}

// What is known

/** The rows that are locked for everybody. */
export const closedIn = (pad: PadState): readonly Colour[] => COLOURS.filter((_, i) => pad.closedAt[i] !== null)

/** Whether the result is shown. */
export const isOver = (pad: PadState): boolean => pad.finished !== null

export function outcomeOf(pad: PadState): (Omit<Outcome, 'reason'> & Pick<PadEnd, 'reason'>) | null {
  const totals = pad.sheets.map(({ total }) => total)
  return pad.end === null ? null : { reason: pad.end.reason, totals, places: placesOf(totals) }
}
