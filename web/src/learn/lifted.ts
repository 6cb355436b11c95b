/** What a lesson lifts out of the shade: what the teacher talks about, and what can be tapped. */
import { isCardGame } from '../games'
import type { Guide } from './guide.svelte'
import { ROLL } from './lessons'

/** The sum takes the room that the dice leave. */
export const TIGHT = '.sum'

const TAPPABLE = '[data-cell][aria-disabled="false"]'

export interface Lifted {
  together: readonly string[]
  each: string
}

export function liftedIn(guide: Guide): Lifted {
  const { phase } = guide.view.public
  if (guide.reads) return { together: [], each: '.cell.skipped, .cell.crossed' }
  if (ROLL in guide.moment.next) return { together: ['.pad'], each: '' }
  if (phase === 'draw') return { together: ['.places'], each: '' }
  if (phase === 'play') return { together: ['.hand, .foot'], each: TAPPABLE }
  const number = isCardGame(guide.game) ? '.stack' : phase === 'own' ? '.dice' : '.whites, .dice .sum'
  return { together: [number], each: TAPPABLE }
}
