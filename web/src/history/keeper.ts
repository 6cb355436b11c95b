/** Adds games to the history when they end. */
import { t } from '../i18n.svelte'
import type { Review, TableInfo } from '../protocol'
import { load } from '../storage'
import { toast } from '../toast.svelte'
import { everything, keepGame, StorageError } from './database'
import { keptGame, reviewed } from './game'

type End = Omit<Parameters<typeof keptGame>[0], 'hinted' | 'at'>

/** Saves a game, and its review as soon as it has one; what is already saved stays. */
export async function keepEnd(end: End, review: Review | null): Promise<void> {
  const { table, games_played } = end.info
  const hinted = load('hinted') === `${table}/${games_played}`
  const game = keptGame({ ...end, hinted, at: Date.now() })
  try {
    await keepGame(review === null ? game : reviewed(game, review))
  } catch (error) {
    // That the browser blocks storage is said on the history page, not after every game.
    const kind = error instanceof StorageError ? error.kind : 'failed'
    if (kind !== 'forbidden') toast.show(t(`history.${kind}`))
  }
}

/** The best total of all earlier games of the same kind on this device; null without any. */
export async function bestBefore({ game, table, games_played }: TableInfo): Promise<number | null> {
  const { games } = await everything()
  const earlier = games.filter((each) => each.game === game && !(each.table === table && each.number === games_played))
  const totals = earlier.map(({ players, seat }) => players[seat]?.points ?? 0)
  return totals.length > 0 ? Math.max(...totals) : null
}
