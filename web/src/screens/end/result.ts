/** The places, in the order in which they are shown. */
import type { Outcome } from '../../protocol'

export interface Result {
  /** The seats from the first place to the last; among equals one's own is first. */
  order: readonly number[]
  winners: readonly number[]
  /** How many points the winners are ahead of the next. */
  lead: number
}

export function resultOf({ totals, places }: Pick<Outcome, 'totals' | 'places'>, seat: number | null): Result {
  const rank = (each: number): number => 2 * (places[each] ?? 0) - Number(each === seat)
  const order = totals.map((_, each) => each).sort((a, b) => rank(a) - rank(b) || a - b)
  const winners = order.filter((each) => places[each] === 1)
  const next = order[winners.length]
  const best = totals[order[0] ?? 0] ?? 0
  return { order, winners, lead: next === undefined ? 0 : best - (totals[next] ?? 0) }
}
