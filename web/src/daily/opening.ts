/** Tables with the dice of a day. */
import { tableGlance } from '../api'
import { openTable } from '../keyed'
import { nameOrFace } from '../names'
import { takePlace } from '../places'
import { DEFAULT_SETTINGS } from '../protocol'
import { go, tablePath } from '../router.svelte'
import { SCREENS } from '../screens'
import { loadFace, loadName } from '../settings.svelte'
import { load, save } from '../storage'

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
