/** The players who are muted on this device. */
import { load, save } from '../storage'

const KEPT = 50

function savedSeats(): string[] {
  try {
    const saved: unknown = JSON.parse(load('muted.seats') ?? '[]')
    return Array.isArray(saved) ? saved.filter((seat): seat is string => typeof seat === 'string') : []
  } catch {
    return []
  }
}

const muted = $state({ everybody: load('muted') === 'on', seats: savedSeats() })

const nameOf = (table: string, seat: number): string => `${table}/${seat}`

export const muting = {
  get everybody(): boolean {
    return muted.everybody
  },
  isMuted(table: string, seat: number): boolean {
    return muted.seats.includes(nameOf(table, seat))
  },
  /** Whether a player is not muted here. */
  hears(table: string, seat: number): boolean {
    return !muted.everybody && !this.isMuted(table, seat)
  },
}

export function muteEverybody(on: boolean): void {
  muted.everybody = on
  save('muted', on ? 'on' : 'off')
}

export function muteSeat(table: string, seat: number, on: boolean): void {
  const others = muted.seats.filter((each) => each !== nameOf(table, seat))
  muted.seats = (on ? [...others, nameOf(table, seat)] : others).slice(-KEPT)
  save('muted.seats', JSON.stringify(muted.seats))
}
