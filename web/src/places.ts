/** The tables at which people on this device have seats, the latest first. */
import { load, save } from './storage'

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

export const keepPlaces = (kept: readonly Place[]): void => save('places', JSON.stringify(kept.slice(0, KEPT)))

/** Forgets a table: its game is over, or the seat was given up. */
export function leavePlace(table: string): void {
  keepPlaces(places().filter((each) => each.table !== table))
}

export function takePlace(table: string, seat: number): void {
  keepPlaces([{ table, seat }, ...places().filter((each) => each.table !== table)])
}
