/** What a player who did not win did well: only what is true. */
import { colourName, t } from '../../i18n.svelte'
import { isCardGame } from '../../sheet'
import type { Outcome, Review, Sheet } from '../../protocol'
import { COLOURS } from '../../rules'
import { wholePoints } from './story'

export interface Praise {
  head: string
  sub: string
}

export interface FinishedGame {
  seat: number
  /** A seat that won. */
  winner: number
  names: readonly string[]
  outcome: Outcome
  sheets: readonly Sheet[]
  /** What the coach found out; null where it cannot tell. */
  review: Review | null
  /** The best total that this device remembers of earlier games; null without any. */
  best: number | null
}

// A row with four crosses.
const GOOD_ROW = 10

/** Better choices, else a good row, else the best result so far; without any of these how close it was. */
export function praiseFor(played: FinishedGame): Praise {
  return forChoices(played) ?? forRow(played) ?? forTotal(played) ?? closeness(played)
}

function forChoices({ review, seat, winner, names }: FinishedGame): Praise | null {
  const own = review?.seats[seat]
  const other = review?.seats[winner]
  if (!review || !own || !other || review.seats.length !== 2) return null
  const count = wholePoints(own.skill - other.skill, review.unit)
  if (count <= 0) return null
  const luck = wholePoints(other.luck, review.unit)
  const what = t(isCardGame(review.game) ? 'end.luck.cards' : 'end.luck.dice')
  const sub = luck > 0 ? t('end.luck.gave', { what, count: luck, name: names[winner] ?? '' }) : ''
  return { head: t('end.skill.better.you', { count }), sub }
}

function forRow({ sheets, seat }: FinishedGame): Praise | null {
  const own = sheets[seat]?.points ?? []
  const points = Math.max(0, ...own)
  const isBest = sheets.every((sheet) => sheet.points.every((each) => each <= points))
  const colour = COLOURS[own.indexOf(points)]
  if (colour === undefined || points === 0 || (points < GOOD_ROW && !isBest)) return null
  return {
    head: t('end.praise.row', { row: colourName(colour), points }),
    sub: isBest ? t('end.praise.row.best') : '',
  }
}

function forTotal({ outcome, seat, best }: FinishedGame): Praise | null {
  const total = outcome.totals[seat] ?? 0
  if (best === null || total <= best) return null
  return { head: t('end.praise.total'), sub: t('label.score', { points: total }) }
}

function closeness({ outcome, seat, winner, names }: FinishedGame): Praise {
  const [own, most] = [outcome.totals[seat] ?? 0, outcome.totals[winner] ?? 0]
  return {
    head: t('label.score', { points: own }),
    sub: t('end.praise.behind', { gap: most - own, name: names[winner] ?? '' }),
  }
}
