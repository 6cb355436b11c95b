/** What the coach is asked over HTTP. */
import { request } from '../api'
import type { NewTable, PosedPuzzle } from '../protocol'

/** The puzzle of a seed, or any. */
export async function fetchPuzzle(game: NewTable['game'], seed: string | null): Promise<PosedPuzzle> {
  const query = new URLSearchParams(seed === null ? { game } : { game, seed })
  return (await request(`/api/puzzle?${query}`)).json() as Promise<PosedPuzzle>
}
