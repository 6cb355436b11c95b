/** From a set-up to its table. */
import { here } from '../../device/here.svelte'
import { openTable, openTableHere } from '../../keyed'
import { nameOrFace } from '../../names'
import { server } from '../../offline/server.svelte'
import { takePlace } from '../../places'
import { Unanswered } from '../../problems'
import type { Seated } from '../../protocol'
import { go, OFFLINE, tablePath } from '../../router.svelte'
import { SCREENS } from '../../screens'
import { newTable, type Setup } from '../../settings.svelte'
import { withFriends } from './who'

async function openAtServer(wanted: ReturnType<typeof newTable>): Promise<Seated> {
  try {
    return await openTable(wanted)
  } catch (error) {
    // The first screen then says what can be played here.
    if (error instanceof Unanswered && here.installedPack !== null) server.noteLost()
    throw error
  }
}

export async function openAndGo(setup: Setup, name: string): Promise<void> {
  const isHere = here.playsOffline && !withFriends(setup)
  if (isHere && (here.installedPack === null || here.trouble !== null)) return go(OFFLINE)
  // The code of the table comes while it is opened; if it does not, the table says so.
  SCREENS.Table().catch(() => undefined)
  const { table, seat } = await (isHere ? openTableHere : openAtServer)(newTable(setup, nameOrFace(name)))
  if (seat !== null) takePlace(table, seat)
  go(tablePath(table))
}
