/** What the coach is asked over HTTP. */
import { PATIENCE_FOR_THOUGHT, request } from '../api'
import type { NewTable, PosedPuzzle } from '../protocol'

/** The puzzle of a seed, or any. */
export async function fetchPuzzle(game: NewTable['game'], seed: string | null): Promise<PosedPuzzle> {
  const query = new URLSearchParams(seed === null ? { game } : { game, seed })
  return (await request(`/api/puzzle?${query}`, undefined, PATIENCE_FOR_THOUGHT)).json() as Promise<PosedPuzzle>
}
