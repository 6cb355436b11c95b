/** What differs between the games. */
import { GAMES, type Game } from './rules'

/** Whether it is played with cards; else with dice. */
export const isCardGame = (game: Game): boolean => GAMES[game].cards

/** Whether one plays it alone. */
export const isAlone = (game: Game): boolean => GAMES[game].most === 1

/** Whether a crossed lock closes the row for everyone; else for its owner. */
export const locksForAll = (game: Game): boolean => GAMES[game].lockScope === 'table'
