/** Replays from the server. */
import { PATIENCE_FOR_THOUGHT, request, requestHere } from '../api'
import { here } from '../device/here.svelte'
import { isOnDevice } from '../device/tables'
import type { Replay, TableInfo } from '../protocol'
import { IS_SITE } from '../site'

const address = (table: string): string => `/api/tables/${encodeURIComponent(table)}`

export async function fetchReplay(table: string, game: number | null): Promise<Replay> {
  const path = game === null ? '/replay' : `/games/${game}/replay`
  return (await request(address(table) + path, undefined, PATIENCE_FOR_THOUGHT)).json() as Promise<Replay>
}

const isReadHere = (): boolean => here.playsOffline && here.installedPack !== null

/** Whether the replay of a game, or of a text (null), is made on this device, which first needs a download. */
export const needsDownload = (table: string | null): boolean =>
  (here.installedPack === null || here.trouble !== null) && (table === null ? IS_SITE : isOnDevice(table))

/** The text of a game that is over. */
export async function fetchRecord(table: string, game: number): Promise<string> {
  return (await request(`${address(table)}/games/${game}/record`)).text()
}

export async function replayText(record: string): Promise<Replay> {
  const asked = isReadHere()
    ? requestHere('/api/replay', { record })
    : request('/api/replay', { record }, PATIENCE_FOR_THOUGHT)
  return (await asked).json() as Promise<Replay>
}

/** How many games of a table are over. */
export async function finishedGames(table: string): Promise<number> {
  const { games_played, state } = (await (await request(address(table))).json()) as TableInfo
  return games_played - (state === 'playing' ? 1 : 0)
}
