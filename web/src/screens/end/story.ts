/** What the review of a game tells in a few words: where it turned, and what luck and skill made of it. */
import type { GameReview, Review } from '../../protocol'
import type { Colour } from '../../rules'
import { cellsName } from '../../cells'
import { asSentences, capital, list, number, percent, t } from '../../i18n.svelte'
import { isCardGame } from '../../sheet'

/** A turn in which a game turned, and what it was worth. */
interface Turning {
  /** The point of the curve at which the turn is over. */
  index: number
  turn: number
  /** Whose values these are: of the seat whose line is drawn, unless nothing changed for it. */
  whose: number
  before: number
  after: number
  /** Who gained most. */
  who: number
  /** Whether that was luck for the better part. */
  lucky: boolean
}

const valueAt = ({ curve }: Review, index: number, seat: number): number => curve[index]?.values[seat] ?? 0
const gainIn = (review: Review, index: number, seat: number): number =>
  valueAt(review, index, seat) - valueAt(review, index - 1, seat)

function isAhead({ curve }: Review, index: number, seat: number): boolean {
  const values = curve[index]?.values ?? []
  return values.every((value, other) => other === seat || value < (values[seat] ?? 0))
}

function largest(indices: readonly number[], size: (index: number) => number): number | undefined {
  return indices.reduce<number | undefined>(
    (best, index) => (best === undefined || size(index) > size(best) ? index : best),
    undefined,
  )
}

// A share of the win, or points: what changes less is a ripple, and nothing turns with it.
const LEAST: Readonly<Record<Review['unit'], number>> = { win: 0.15, points: 4 }

/**
 * Where the game turned, as the line of a seat shows it.
 *
 * If one player won alone, that is the turn which brought the lead, the largest if the lead changed hands
 * often; without such a turn, and in the solo game, the one which changed most. Null where none changed much.
 */
export function turningPoint(review: Review, seat: number, winners: readonly number[]): Turning | null {
  const ends = review.curve.map((_, index) => index).slice(1)
  const winner = winners.length === 1 && review.unit === 'win' ? winners[0] : undefined
  const took = (index: number): boolean =>
    winner !== undefined && !isAhead(review, index - 1, winner) && isAhead(review, index, winner)
  const changed = (index: number): number => Math.abs(gainIn(review, index, winner ?? seat))
  // Before the first turn no player has done anything.
  const turns = ends.filter((index) => (review.curve[index - 1]?.turn ?? 0) > 0 && changed(index) >= LEAST[review.unit])
  const index = largest(turns.filter(took), changed) ?? largest(turns, changed)
  const point = index === undefined ? undefined : review.curve[index - 1]
  if (index === undefined || point === undefined) return null
  const seats = point.values.map((_, each) => each)
  const who = largest(seats, (each) => gainIn(review, index, each)) ?? seat
  const shown = (at: number): number => wholePoints(valueAt(review, at, seat), review.unit)
  const whose = shown(index - 1) === shown(index) ? who : seat
  return {
    index,
    turn: point.turn,
    whose,
    before: valueAt(review, index - 1, whose),
    after: valueAt(review, index, whose),
    who,
    lucky: (point.luck[who] ?? 0) > gainIn(review, index, who) / 2,
  }
}

interface Cross {
  colour: Colour
  numbers: readonly number[]
}

/** What a seat crossed in a turn, as far as there was something to choose. */
export function crossesInTurn({ review, views }: GameReview, turn: number, seat: number): Cross[] {
  return review.decisions.flatMap((decision, index) => {
    if (decision.turn !== turn || decision.seat !== seat) return []
    const text = decision.options[decision.chosen]?.choice
    const { colour = null, numbers = [] } = views[index]?.choices.find((each) => each.text === text) ?? {}
    return colour !== null && numbers.length > 0 ? [{ colour, numbers }] : []
  })
}

/** Points of the game, or of the chance to win, which is a share: both as whole points. */
export const wholePoints = (value: number, unit: Review['unit']): number =>
  Math.round(unit === 'win' ? value * 100 : value)

interface Listener {
  seat: number | null
  names: readonly string[]
}

/** A chance in percent, or points. */
export function valueWords(value: number, unit: Review['unit']): string {
  return unit === 'points' ? number(Math.round(value)) : percent(Math.min(1, Math.max(0, value)))
}

/** "Turn 13: Mila crosses blue 4 and 3. You: 62% → 38%" */
export function wordsFor(turning: Turning, found: GameReview, to: Listener): string {
  return `${deedOf(turning, found, to)} ${changeOf(turning, found.review.unit, to)}`
}

/** What a player did in that turn, or what luck did. */
function deedOf({ turn, who, lucky }: Turning, found: GameReview, { seat, names }: Listener): string {
  const crosses = crossesInTurn(found, turn, who)
  const what = list(crosses.map(({ colour, numbers }) => cellsName(colour, numbers)))
  const name = names[who] ?? ''
  const you = who === seat ? '.you' : ''
  if (crosses.length > 0) return t(`end.turned.by${you}`, { turn, name, what })
  if (!lucky) return asSentences([t('turn', { turn })])
  return t(`end.turned.${isCardGame(found.review.game) ? 'cards' : 'dice'}${you}`, { turn, name })
}

function changeOf({ whose, before, after }: Turning, unit: Review['unit'], { seat, names }: Listener): string {
  const change = { before: valueWords(before, unit), after: valueWords(after, unit) }
  if (unit === 'points') return `${change.before} → ${change.after}`
  return t('end.turned.from', { name: whose === seat ? capital(t('you')) : (names[whose] ?? ''), ...change })
}
