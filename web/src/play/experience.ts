// How many games were finished in this browser: in everybody's first ones the felt says more.
import { load, save } from '../storage'

const FIRST_GAMES = 2

const finished = (): number => Number(load('finished')) || 0

export const isBeginner = (): boolean => finished() < FIRST_GAMES

/** Counts a game once, however often its end is looked at. */
export function countFinished(table: string, game: number): void {
  const which = `${table}/${game}`
  if (load('finished.last') === which) return
  save('finished.last', which)
  save('finished', String(finished() + 1))
}
