/** From a set-up to its table. */
import { openTable } from '../../api'
import { t } from '../../i18n.svelte'
import { fetchTable } from '../../later'
import { go, tablePath } from '../../router.svelte'
import { newTable, type Setup } from '../../settings.svelte'
import { save } from '../../storage'

export const nameOrGuest = (name: string): string => name.trim() || t('home.guest')

export async function openAndGo(setup: Setup, name: string): Promise<void> {
  // The code of the table comes while it is opened; if it does not, the table says so.
  fetchTable().catch(() => undefined)
  const { table } = await openTable(newTable(setup, nameOrGuest(name)))
  save('table', table)
  go(tablePath(table))
}
