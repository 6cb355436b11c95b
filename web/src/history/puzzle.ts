/** How the puzzle of a day was answered at first. */
import type { Game } from '../rules'

export interface KeptPuzzle {
  daily: string
  /** When, in milliseconds, by the clock of the device. */
  at: number
  game: Game
  right: boolean
  /** What the answer gives away against the best one, in points or as a share of the win. */
  loss: number
}
