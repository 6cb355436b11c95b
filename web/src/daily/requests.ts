/** Requests about a day. */
import { PATIENCE_FOR_THOUGHT, request, review, tableGlance } from '../api'
import { type DailyDeal, type DailyPar, DEFAULT_SETTINGS } from '../protocol'
import { openTable } from '../keyed'
import { nameOrFace } from '../names'
import { takePlace } from '../places'
import { go, tablePath } from '../router.svelte'
import { SCREENS } from '../screens'
import { loadFace, loadName } from '../settings.svelte'
import { load, save } from '../storage'
import { keepGame } from '../history/database'
import { reviewed, type KeptGame } from '../history/game'

/** What is the same for everyone on a day, or today. */
export async function dailyDeal(date: string | null): Promise<DailyDeal> {
  const path = date === null ? '/api/daily' : `/api/daily/${encodeURIComponent(date)}`
  return (await request(path)).json() as Promise<DailyDeal>
}

export async function dailyPar(date: string): Promise<DailyPar> {
  return (await request(`/api/daily/${date}/par`, undefined, PATIENCE_FOR_THOUGHT)).json() as Promise<DailyPar>
}

const KEY = 'daily'

export async function openDaily(day: string): Promise<void> {
  SCREENS.Table().catch(() => undefined)
  const { table, seat } = await openTable({
    game: 'solo',
    name: nameOrFace(loadName()),
    options: {},
    seats: [{ bot: null }],
    settings: { ...DEFAULT_SETTINGS, daily: day },
    // The dice of a day come from its date alone.
    contributes: false,
    face: loadFace(),
  })
  if (seat !== null) takePlace(table, seat)
  save(KEY, table)
  go(tablePath(table))
}

/** The game of a day that was begun last on this device, if it goes on. */
export async function unfinished(day: string): Promise<string | null> {
  const table = load(KEY)
  if (!table) return null
  try {
    const { settings, state } = await tableGlance(table)
    return settings.daily === day && state === 'playing' ? table : null
  } catch {
    return null
  }
}

/** Saves luck and skill of a game; they cannot be requested once another game began at its table. */
export async function keepReview(game: KeptGame): Promise<void> {
  const { games_played, state } = await tableGlance(game.table)
  if (games_played !== game.number || state !== 'over') return
  await keepGame(reviewed(game, (await review(game.table)).review))
}
