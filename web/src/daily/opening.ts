/** Tables with the dice of a day. */
import { openTable, tableGlance } from '../api'
import { fetchTable } from '../later'
import { DEFAULT_SETTINGS } from '../protocol'
import { go, tablePath } from '../router.svelte'
import { nameOrGuest } from '../screens/home/opening'
import { loadName } from '../settings.svelte'
import { load, save } from '../storage'

const KEY = 'daily'

export async function openDaily(day: string): Promise<void> {
  fetchTable().catch(() => undefined)
  const { table } = await openTable({
    game: 'solo',
    name: nameOrGuest(loadName()),
    options: {},
    seats: [{ bot: null }],
    settings: { ...DEFAULT_SETTINGS, daily: day },
    // The dice of a day come from its date alone.
    contributes: false,
  })
  save('table', table)
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
