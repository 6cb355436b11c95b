/** The tables at which people on this device have seats, the latest first. */
import { isOnDevice } from './device/tables'
import { load, save } from './storage'

// Of a server; a table on this device is found in no other way.
const KEPT = 8

export interface Place {
  table: string
  seat: number
}

const isPlace = (found: unknown): found is Place => {
  const { table, seat } = Object(found) as Partial<Place>
  return typeof table === 'string' && table !== '' && Number.isInteger(seat)
}

/** Every table that was sat at lately. */
export function places(): Place[] {
  try {
    const found: unknown = JSON.parse(load('places') ?? '[]')
    return Array.isArray(found) ? found.filter(isPlace) : []
  } catch {
    return []
  }
}

function keepPlaces(kept: readonly Place[]): void {
  const onServer = kept.filter(({ table }) => !isOnDevice(table)).slice(0, KEPT)
  save('places', JSON.stringify(kept.filter((each) => isOnDevice(each.table) || onServer.includes(each))))
}

/** Forgets tables: their games are over, or the seats were given up. */
export function leavePlaces(tables: readonly string[]): void {
  keepPlaces(places().filter(({ table }) => !tables.includes(table)))
}

export const leavePlace = (table: string): void => leavePlaces([table])

export function takePlace(table: string, seat: number): void {
  keepPlaces([{ table, seat }, ...places().filter((each) => each.table !== table)])
}
