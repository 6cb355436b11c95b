/** What many games come to. */
import { BOTS, type Bot } from '../rules'
import { inOrder, opponentsIn, ownOf, resultOf, type KeptGame } from './game'

const DAY = 86_400_000

interface Summary {
  games: number
  /** Those with others at the table. */
  contests: number
  won: number
  shared: number
  mean: number
  best: KeptGame | null
}

export function summary(games: readonly KeptGame[]): Summary {
  const results = games.map(resultOf)
  const points = games.map((game) => ownOf(game).points)
  return {
    games: games.length,
    contests: results.filter((result) => result !== 'alone').length,
    won: results.filter((result) => result === 'won').length,
    shared: results.filter((result) => result === 'shared').length,
    mean: mean(points),
    best: inOrder(games).reduce<KeptGame | null>(
      (best, game) => (best === null || ownOf(game).points > ownOf(best).points ? game : best),
      null,
    ),
  }
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length

interface Streak {
  now: number
  longest: number
}

/** Wins in a row against others; a shared win ends a streak, and solo games do not count. */
export function winningStreak(games: readonly KeptGame[]): Streak {
  let now = 0
  let longest = 0
  for (const result of inOrder(games).map(resultOf)) {
    if (result === 'alone') continue
    now = result === 'won' ? now + 1 : 0
    longest = Math.max(longest, now)
  }
  return { now, longest }
}

/** The number of a day, as the calendar of the device counts days. */
export function dayOf(at: number): number {
  const date = new Date(at)
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY
}

/** Days in a row with a game. Future days, from a wrong clock, do not count. */
export function dayStreak(games: readonly KeptGame[], today: number): Streak {
  const days = [...new Set(games.map(({ at }) => dayOf(at)))].filter((day) => day <= today).sort((a, b) => a - b)
  let run = 0
  let longest = 0
  let last = NaN
  for (const day of days) {
    run = day === last + 1 ? run + 1 : 1
    longest = Math.max(longest, run)
    last = day
  }
  // A streak that was kept up yesterday can still be continued today.
  return { now: last >= today - 1 ? run : 0, longest }
}

/** At each index the mean of the last values up to it. */
export function movingMean(values: readonly number[], width: number): number[] {
  return values.map((_, end) => mean(values.slice(Math.max(0, end + 1 - width), end + 1)))
}

interface Bin {
  from: number
  to: number
  count: number
}

/** How many values lie in each span of points, without gaps from the lowest to the highest. */
export function spread(values: readonly number[], width = 10): Bin[] {
  if (values.length === 0) return []
  const spans = values.map((value) => Math.floor(value / width))
  const first = spans.reduce((a, b) => Math.min(a, b))
  const last = spans.reduce((a, b) => Math.max(a, b))
  const bins = Array.from({ length: last - first + 1 }, (_, index) => ({
    from: (first + index) * width,
    to: (first + index + 1) * width - 1,
    count: 0,
  }))
  for (const span of spans) bins[span - first]!.count += 1
  return bins
}

interface Level {
  bot: Bot
  games: number
  beaten: number
  /** When it was first beaten. */
  first: number | null
}

/** Each kind of bot: how often one had more points than it, and since when. */
export function levels(games: readonly KeptGame[]): Level[] {
  const found = Object.fromEntries(
    Object.keys(BOTS).map((bot) => [bot, { bot: bot as Bot, games: 0, beaten: 0, first: null }]),
  ) as Record<string, Level | undefined>
  for (const game of inOrder(games)) {
    const own = ownOf(game)
    for (const { bot, place } of opponentsIn(game)) {
      const level = bot === null ? undefined : found[bot]
      if (level === undefined) continue
      level.games += 1
      if (own.place >= place) continue
      level.beaten += 1
      level.first ??= game.at
    }
  }
  return Object.values(found).filter((level) => level !== undefined)
}
