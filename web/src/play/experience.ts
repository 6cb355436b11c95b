// How many games were finished in this browser: in everyone's first ones the felt says more.
import { load, save } from '../storage'

const FIRST_GAMES = 2

export const finishedCount = (): number => Number(load('finished')) || 0

/** Whether a lesson was followed to its end, which learn/guide.svelte.ts notes. */
export const hasLearned = (): boolean => ['dice', 'cards'].some((game) => load(`lesson.${game}`) === '')

export const isBeginner = (): boolean => finishedCount() < FIRST_GAMES

/** Counts a game once, however often its end is looked at. */
export function countFinished(table: string, game: number): void {
  const which = `${table}/${game}`
  if (load('finished.last') === which) return
  save('finished.last', which)
  save('finished', String(finishedCount() + 1))
}
