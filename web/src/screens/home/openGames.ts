/** Games that were begun in this browser and are not over. */
import { tableInfo } from '../../api'
import { Refusal } from '../../problems'
import type { TableInfo } from '../../protocol'
import { load, save } from '../../storage'

const KEPT = 4

export interface OpenGame {
  table: string
  /** Null where the server has the table but cannot show it; the table says why. */
  info: TableInfo | null
}

/** Every table that was sat at lately, the latest first. */
function known(): string[] {
  let saved: unknown
  try {
    saved = JSON.parse(load('tables') ?? '[]')
  } catch {
    saved = []
  }
  const before = Array.isArray(saved) ? saved.filter((table): table is string => typeof table === 'string') : []
  const latest = load('table')
  return [...new Set([...(latest ? [latest] : []), ...before])].slice(0, KEPT)
}

async function look(table: string): Promise<OpenGame | null> {
  try {
    const info = await tableInfo(table)
    return info.state === 'over' ? null : { table, info }
  } catch (error) {
    return error instanceof Refusal && error.reason.code !== 'no_table' ? { table, info: null } : null
  }
}

export async function findOpenGames(): Promise<OpenGame[]> {
  const found = (await Promise.all(known().map(look))).filter((game) => game !== null)
  save('tables', JSON.stringify(found.map(({ table }) => table)))
  return found
}
