/** Games that were begun in this browser and are not over. */
import { tableGlance } from '../../api'
import { keepPlaces, places, type Place } from '../../places'
import { Refusal } from '../../problems'
import type { TableGlance } from '../../protocol'

export interface OpenGame extends Place {
  /** Null where the server has the table but cannot show it; the table says why. */
  glance: TableGlance | null
}

/** A game that goes on, or why it is not shown: there is none any more, or nobody could be asked. */
async function look(place: Place): Promise<OpenGame | 'gone' | 'unknown'> {
  try {
    const glance = await tableGlance(place.table)
    return glance.state === 'over' ? 'gone' : { ...place, glance }
  } catch (error) {
    if (!(error instanceof Refusal)) return 'unknown'
    return error.reason.code === 'no_table' ? 'gone' : { ...place, glance: null }
  }
}

export async function findOpenGames(): Promise<OpenGame[]> {
  const known = places()
  const found = await Promise.all(known.map(look))
  // Without a connection nothing is forgotten.
  keepPlaces(known.filter((_, each) => found[each] !== 'gone'))
  return found.filter((game) => typeof game !== 'string')
}
