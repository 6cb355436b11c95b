/** The review of a game that was left before it came. */
import { review, tableGlance } from '../api'
import { keepGame } from '../history/database'
import { reviewed, type KeptGame } from '../history/game'

/** Saves luck and skill of a game; they cannot be requested once another game began at its table. */
export async function keepReview(game: KeptGame): Promise<void> {
  const { games_played, state } = await tableGlance(game.table)
  if (games_played !== game.number || state !== 'over') return
  await keepGame(reviewed(game, (await review(game.table)).review))
}
