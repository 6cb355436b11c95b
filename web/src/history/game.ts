/** A finished game as this device remembers it. */
import { EMPTY } from '../sheet'
import type { Outcome, PublicView, Review, Sheet, TableInfo } from '../protocol'
import type { Colour, Game } from '../rules'

export interface KeptPlayer {
  name: string
  bot: string | null
  points: number
  place: number
}

export interface KeptGame {
  table: string
  /** Which game of its table it was. */
  number: number
  /** When its end was first seen here, in milliseconds, by the clock of the device. */
  at: number
  game: Game
  options: Readonly<Record<string, string>>
  seat: number
  players: readonly KeptPlayer[]
  sheet: Sheet
  closed: readonly Colour[]
  /** Whether the coach was asked for a hint on this device. */
  hinted: boolean
  /** As the review tells them: in points alone, in shares of the win with others; null while it was not seen. */
  luck: number | null
  skill: number | null
  /** The day whose dice were played, and which attempt at them it was: the first one counts. */
  daily: string | null
  attempt: number | null
}

interface End {
  info: TableInfo
  view: PublicView
  outcome: Outcome
  seat: number
  names: readonly string[]
  hinted: boolean
  at: number
}

/** What is written down of a game that just ended. */
export function keptGame({ info, view, outcome, seat, names, hinted, at }: End): KeptGame {
  return {
    table: info.table,
    number: info.games_played,
    at,
    game: info.game,
    options: info.options,
    seat,
    players: info.seats.map(({ bot }, each) => ({
      name: names[each] ?? '',
      bot,
      points: outcome.totals[each] ?? 0,
      place: outcome.places[each] ?? 1,
    })),
    sheet: view.sheets[seat] ?? EMPTY,
    closed: view.closed_rows,
    hinted,
    luck: null,
    skill: null,
    daily: info.settings.daily,
    attempt: null,
  }
}

/** The same game with what its review says about luck and skill. */
export function reviewed(game: KeptGame, review: Review): KeptGame {
  const own = review.seats[game.seat]
  return own === undefined ? game : { ...game, luck: own.luck, skill: own.skill }
}

/** One game from two accounts of it: what was written first stays, and what it lacks is filled in. */
export function merged(first: KeptGame, second: KeptGame): KeptGame {
  return {
    ...first,
    hinted: first.hinted || second.hinted,
    luck: first.luck ?? second.luck,
    skill: first.skill ?? second.skill,
  }
}

export const historyKey = ({ table, number }: KeptGame): [string, number] => [table, number]
export const nameOfKey = (game: KeptGame): string => historyKey(game).join('/')

const NOBODY: KeptPlayer = { name: '', bot: null, points: 0, place: 1 }
export const ownOf = (game: KeptGame): KeptPlayer => game.players[game.seat] ?? NOBODY
export const opponentsIn = (game: KeptGame): readonly KeptPlayer[] =>
  game.players.filter((_, seat) => seat !== game.seat)

export type Result = 'alone' | 'won' | 'shared' | 'lost'

export function resultOf(game: KeptGame): Result {
  const others = opponentsIn(game)
  if (others.length === 0) return 'alone'
  if (ownOf(game).place > 1) return 'lost'
  return others.some(({ place }) => place === 1) ? 'shared' : 'won'
}

/** From the earliest to the latest, by the clock of the device. */
export function inOrder(games: readonly KeptGame[]): KeptGame[] {
  const byKey = (a: KeptGame, b: KeptGame): number => a.table.localeCompare(b.table) || a.number - b.number
  return [...games].sort((a, b) => a.at - b.at || byKey(a, b))
}

export interface KeptPuzzle {
  daily: string
  /** When, in milliseconds, by the clock of the device. */
  at: number
  game: Game
  right: boolean
  /** What the answer gives away against the best one, in points or as a share of the win. */
  loss: number
}
