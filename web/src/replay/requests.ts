/** Replays from the server. */
import { request } from '../api'
import type { Replay, TableInfo } from '../protocol'

const address = (table: string): string => `/api/tables/${encodeURIComponent(table)}`

export async function fetchReplay(table: string, game: number | null): Promise<Replay> {
  const path = game === null ? '/replay' : `/games/${game}/replay`
  return (await request(address(table) + path)).json() as Promise<Replay>
}

/** The text of a game that is over. */
export async function fetchRecord(table: string, game: number): Promise<string> {
  return (await request(`${address(table)}/games/${game}/record`)).text()
}

export async function replayText(record: string): Promise<Replay> {
  return (await request('/api/replay', { record })).json() as Promise<Replay>
}

/** How many games of a table are over. */
export async function finishedGames(table: string): Promise<number> {
  const { games_played, state } = (await (await request(address(table))).json()) as TableInfo
  return games_played - (state === 'playing' ? 1 : 0)
}

export const replayPath = (table: string, game: number): string => `/t/${encodeURIComponent(table)}/replay/${game}`
