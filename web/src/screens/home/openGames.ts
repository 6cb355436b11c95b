/** Games that were begun in this browser and are not over. */
import { tableGlance } from '../../api'
import { keepPlaces, places, type Place } from '../../places'
import { Refusal } from '../../problems'
import type { TableSummary } from '../../protocol'

export interface OpenGame extends Place {
  /** Undefined until the server has answered; null where it cannot show the table, which then says why. */
  glance: TableSummary | null | undefined
}

/** What this browser remembers, before the server is asked. */
export const rememberedGames = (): OpenGame[] => places().map((place) => ({ ...place, glance: undefined }))

/** A game in progress, or null if it is gone. Without a connection nothing is forgotten. */
async function look(place: Place): Promise<OpenGame | null> {
  try {
    const glance = await tableGlance(place.table)
    return glance.state === 'over' ? null : { ...place, glance }
  } catch (error) {
    const isGone = error instanceof Refusal && error.reason.code === 'no_table'
    return isGone ? null : { ...place, glance: null }
  }
}

export async function findOpenGames(): Promise<OpenGame[]> {
  const found = (await Promise.all(places().map(look))).filter((game) => game !== null)
  keepPlaces(found)
  return found
}
