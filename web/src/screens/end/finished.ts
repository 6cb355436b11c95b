/** Which games were finished in this browser. */
import { finished } from '../../play/experience'
import { load, save } from '../../storage'

/** Counts a game once, however often its end is looked at. */
export function countFinished(table: string, game: number): void {
  const which = `${table}/${game}`
  if (load('finished.last') === which) return
  save('finished.last', which)
  save('finished', String(finished() + 1))
}
