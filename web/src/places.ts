/** The tables at which somebody on this device sat down, the latest first: the ways back to them. */
import { load, save } from './storage'

const KEPT = 8

export interface Place {
  table: string
  /** Null where an earlier version wrote it down. */
  seat: number | null
}

function saved(key: string): unknown {
  try {
    return JSON.parse(load(key) ?? 'null')
  } catch {
    return null
  }
}

/** Every table that was sat at lately. */
export function places(): Place[] {
  const tables: unknown = saved('tables')
  const seats = Object(saved('seats')) as Record<string, unknown>
  const known = [load('table'), ...(Array.isArray(tables) ? tables : [])].filter((each) => typeof each === 'string')
  return [...new Set(known)].map((table) => {
    const seat = Object.hasOwn(seats, table) ? seats[table] : null
    return { table, seat: typeof seat === 'number' ? seat : null }
  })
}

/** Tables and seats are kept apart, as earlier versions can read the tables. */
export function keepPlaces(kept: readonly Place[]): void {
  const latest = kept.slice(0, KEPT)
  save('tables', JSON.stringify(latest.map(({ table }) => table)))
  save('seats', JSON.stringify(Object.fromEntries(latest.map(({ table, seat }) => [table, seat]))))
}

export function takePlace(table: string, seat: number): void {
  keepPlaces([{ table, seat }, ...places().filter((each) => each.table !== table)])
  save('table', table)
}
