// The pace of the player's games, as this device remembers it.
import { load, save } from '../../storage'
import { finishedCount } from '../experience'
import type { FilmPace, Pace } from './tempo'

// Until this many games are finished here, a player who has chosen no pace sees every move.
const FIRST_GAMES = 5

const saved = load('pace')

class PaceSetting {
  #chosen = $state<Pace | null>(saved === 'calm' || saved === 'brisk' ? saved : null)

  get now(): Pace {
    return this.#chosen ?? (finishedCount() < FIRST_GAMES ? 'calm' : 'brisk')
  }

  /** Whether a player who often skips may be asked for another pace: that happens once. */
  get mayAsk(): boolean {
    return this.now === 'calm' && load('pace_asked') === null
  }

  noteAsked(): void {
    save('pace_asked', 'yes')
  }

  set(to: Pace): void {
    this.#chosen = to
    save('pace', to)
  }
}

export const pace = new PaceSetting()

/** The pace of films here. A device on which `instant` is stored shows none: browser tests of other things do that. */
export const filmPace = (): FilmPace => (load('pace') === 'instant' ? 'instant' : pace.now)
