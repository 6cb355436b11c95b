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

const nameOf = (table: string, seat: number): string => `${table}/${seat}`

class Muting {
  #everybody = $state(load('muted') === 'on')
  #seats = $state.raw(savedSeats())

  get everybody(): boolean {
    return this.#everybody
  }

  isMuted(table: string, seat: number): boolean {
    return this.#seats.includes(nameOf(table, seat))
  }

  /** Whether a player is not muted here. */
  hears(table: string, seat: number): boolean {
    return !this.#everybody && !this.isMuted(table, seat)
  }

  readonly setEverybody = (on: boolean): void => {
    this.#everybody = on
    save('muted', on ? 'on' : 'off')
  }

  setSeat(table: string, seat: number, on: boolean): void {
    const others = this.#seats.filter((each) => each !== nameOf(table, seat))
    this.#seats = (on ? [...others, nameOf(table, seat)] : others).slice(-KEPT)
    save('muted.seats', JSON.stringify(this.#seats))
  }
}

export const muting = new Muting()
