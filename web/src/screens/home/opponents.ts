/** Whom Play now is against: somebody with a level. The last choice is remembered. */
import { BOTS, type Bot } from '../../rules'
import { load, save } from '../../storage'

// Otto teaches, and plays for bots that have a habit and no level.
export type Opponent = { [Name in Bot]: (typeof BOTS)[Name]['character'] extends 'Otto' ? never : Name }[Bot]

export const OPPONENTS = Object.keys(BOTS).filter((bot): bot is Opponent => BOTS[bot as Bot].character !== 'Otto')

export const isOpponent = (text: string | null): text is Opponent => OPPONENTS.some((bot) => bot === text)

export function loadOpponent(): Opponent {
  const saved = load('opponent')
  return isOpponent(saved) ? saved : 'casual'
}

export const saveOpponent = (opponent: Opponent): void => save('opponent', opponent)
