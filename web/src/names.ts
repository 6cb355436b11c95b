/** How seats are called. */
import { t } from './i18n.svelte'
import type { SeatInfo, TableInfo } from './protocol'

export type Character = NonNullable<SeatInfo['character']>

/** The names of all seats. */
export function seatNames({ seats }: TableInfo): string[] {
  return seats.map(({ name }) => name ?? t('home.open'))
}
