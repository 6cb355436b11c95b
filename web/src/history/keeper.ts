/** Writes games down when they end. */
import { t } from '../i18n.svelte'
import type { Review } from '../protocol'
import { load } from '../storage'
import { showToast } from '../toast.svelte'
import { keepGame, StorageTrouble } from './database'
import { keptGame, reviewed } from './game'

type End = Omit<Parameters<typeof keptGame>[0], 'hinted' | 'at'>

/** Writes a game down, with its review as soon as there is one; what is written already stays. */
export async function keep(end: End, review: Review | null): Promise<void> {
  const { table, games_played } = end.info
  const hinted = load('hinted') === `${table}/${games_played}`
  const game = keptGame({ ...end, hinted, at: Date.now() })
  try {
    await keepGame(review === null ? game : reviewed(game, review))
  } catch (error) {
    // A browser that keeps nothing is told of on the page of the history, not after every game.
    const trouble = error instanceof StorageTrouble ? error.trouble : 'failed'
    if (trouble !== 'forbidden') showToast(t(`history.${trouble}`))
  }
}
