/** What a bot did in a player's seat while the player was away. */
import type { Happening, HappeningWithSeq } from '../protocol'
import { lastTurn, ofThisGame } from './text'

export interface BotChoices {
  /** The number of the return, by which it is known whether this was seen. */
  seq: number
  count: number
  /** What the seat did, turn by turn, as far as it is revealed. */
  turns: readonly (readonly Happening[])[]
}

/** The choices of the latest absence in this game; null where no bot made any. */
export function botChoicesFor(happened: readonly HappeningWithSeq[], seat: number): BotChoices | null {
  const game = ofThisGame(happened)
  const isOwn = ({ what }: HappeningWithSeq, type: Happening['type']): boolean =>
    what.type === type && 'seat' in what && what.seat === seat
  const end = game.findLastIndex((each) => isOwn(each, 'returned'))
  const returned = game[end]
  if (returned?.what.type !== 'returned' || returned.what.choices === 0) return null
  const begin = game.slice(0, end).findLastIndex((each) => isOwn(each, 'covered')) + 1
  return {
    seq: returned.seq,
    count: returned.what.choices,
    turns: turnsOf(game.slice(begin, end)).map((turn) => turn.filter((what) => 'seat' in what && what.seat === seat)),
  }
}

/** The happenings of each turn that brought something, oldest first. */
function turnsOf(happened: readonly HappeningWithSeq[]): Happening[][] {
  const last = lastTurn(happened)
  if (last.length === 0) return []
  const before = happened.slice(
    0,
    happened.findIndex(({ what }) => what === last[0]),
  )
  return [...turnsOf(before), last]
}
