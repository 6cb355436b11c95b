/** Where a game can be seen again, while its table is kept. */
import { tablePath } from '../router.svelte'
import type { KeptGame } from './game'

export const replayPath = ({ table, number }: KeptGame): string => `${tablePath(table)}/replay/${number}`
