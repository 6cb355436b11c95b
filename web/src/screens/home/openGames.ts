/** Games that were begun in this browser and are not over. */
import { tableGlance } from '../../api'
import { leavePlaces, places, type Place } from '../../places'
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
  const asked = places()
  const found = (await Promise.all(asked.map(look))).filter((game) => game !== null)
  const left = asked.filter(({ table }) => !found.some((game) => game.table === table))
  // Meanwhile another tab may have sat down somewhere.
  leavePlaces(left.map(({ table }) => table))
  return found
}
