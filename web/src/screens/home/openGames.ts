/** Games that were begun in this browser and are not over. */
import { tableInfo } from '../../api'
import { Refusal } from '../../problems'
import type { TableInfo } from '../../protocol'
import { load, save } from '../../storage'

const KEPT = 8

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

/** A game that goes on, or why it is not shown: there is none any more, or nobody could be asked. */
async function look(table: string): Promise<OpenGame | 'gone' | 'unknown'> {
  try {
    const info = await tableInfo(table)
    return info.state === 'over' ? 'gone' : { table, info }
  } catch (error) {
    if (!(error instanceof Refusal)) return 'unknown'
    return error.reason.code === 'no_table' ? 'gone' : { table, info: null }
  }
}

export async function findOpenGames(): Promise<OpenGame[]> {
  const tables = known()
  const found = await Promise.all(tables.map(look))
  // Without a connection nothing is forgotten.
  save('tables', JSON.stringify(tables.filter((_, each) => found[each] !== 'gone')))
  return found.filter((game) => typeof game !== 'string')
}
