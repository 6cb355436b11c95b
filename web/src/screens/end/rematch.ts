/** Who takes part in another game, and what the player can do about it. */
import type { TableInfo } from '../../protocol'

export type Readiness = 'ready' | 'looks' | 'left'

export interface RematchState {
  /** All people at the table, including the player. */
  people: readonly { seat: number; standing: Readiness }[]
  /** The others who want it, who have not said anything, and who have left. */
  ready: readonly number[]
  undecided: readonly number[]
  left: readonly number[]
  /** The seats that bots would play if it began now. */
  forBots: readonly number[]
  /** What the button does: ask for it, take that back, or begin with bots. Each of them always works. */
  act: 'ask' | 'take back' | 'begin'
}

/** `away` are the seats whose people are gone; `overdue`: the others have waited long enough. */
export function rematchOf(
  { seats }: Pick<TableInfo, 'seats'>,
  own: number,
  away: ReadonlySet<number>,
  overdue: boolean,
): RematchState {
  const people = seats.flatMap(({ bot, covered, rematch }, seat): RematchState['people'][number][] => {
    if (bot !== null) return []
    const isGone = seat !== own && (away.has(seat) || covered)
    return [{ seat, standing: isGone ? 'left' : rematch ? 'ready' : 'looks' }]
  })
  const others = (standing: Readiness): number[] =>
    people.flatMap((each) => (each.seat !== own && each.standing === standing ? [each.seat] : []))
  const [ready, undecided, left] = [others('ready'), others('looks'), others('left')]
  const forBots = overdue ? [...left, ...undecided] : left
  const waits = undecided.length > 0 && !overdue
  const wants = seats[own]?.rematch === true
  const act = waits && wants ? 'take back' : !waits && forBots.length > 0 ? 'begin' : 'ask'
  return { people, ready, undecided, left, forBots, act }
}
