// The pace of the player's games, as this device remembers it.
import { load, save } from '../../storage'
import { finished } from '../experience'
import type { FilmPace, Pace } from './tempo'

// Until this many games are finished here, a player who has chosen no pace sees every move.
const FIRST_GAMES = 5

const saved = load('pace')
let chosen = $state<Pace | null>(saved === 'calm' || saved === 'brisk' ? saved : null)

/** Read `pace.now`, change it with `setPace`. */
export const pace = {
  get now(): Pace {
    return chosen ?? (finished() < FIRST_GAMES ? 'calm' : 'brisk')
  },
}

/** The pace of films here. A device on which `instant` is stored shows none: browser tests of other things do that. */
export const filmPace = (): FilmPace => (load('pace') === 'instant' ? 'instant' : pace.now)

export function setPace(to: Pace): void {
  chosen = to
  save('pace', to)
}

/** Whether a player who often skips may be asked for another pace: that happens once. */
export const mayAsk = (): boolean => pace.now === 'calm' && load('pace_asked') === null
export const noteAsked = (): void => save('pace_asked', 'yes')
