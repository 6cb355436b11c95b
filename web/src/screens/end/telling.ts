/** The words about the turn in which a game turned. */
import { cellsName } from '../../cells'
import { capital, list, number, percent, t } from '../../i18n.svelte'
import { isCardGame } from '../../games'
import type { GameReview, Review } from '../../protocol'
import { asSentences } from '../../sentences'
import { crossesIn, type Turning } from './story'

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
  const crosses = crossesIn(found, turn, who)
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
