/** What this device remembers of games from before their first draw, to hold their records against later. */
import { load, save } from '../storage'
import type { Seated } from '../protocol'

export interface Memory {
  table: string
  game: number
  /** The commitment as it was first seen. */
  hash: string
  /** What this device has added for a seat, once the server has said that it is in. */
  seat?: number
  value?: string
}

const KEY = 'fairness'
const KEPT = 60

/** Whether this is what `remember` wrote: anyone can change what a browser stores. */
function isMemory(kept: unknown): kept is Memory {
  if (typeof kept !== 'object' || kept === null) return false
  const { table, game, hash, seat, value } = kept as Record<string, unknown>
  const isKnown = typeof table === 'string' && typeof game === 'number' && typeof hash === 'string'
  const isOwn = ['number', 'undefined'].includes(typeof seat) && ['string', 'undefined'].includes(typeof value)
  return isKnown && isOwn
}

/** The latest first. */
export function memories(): Memory[] {
  try {
    const kept: unknown = JSON.parse(load(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isMemory) : []
  } catch {
    return []
  }
}

/** Those of games that have ended: that is when the game after them is committed to. */
export function endedGames(): Memory[] {
  const kept = memories()
  return kept.filter(({ table, game }) => kept.some((later) => later.table === table && later.game > game))
}

export function recall(table: string, game: number): Memory | undefined {
  return memories().find((memory) => memory.table === table && memory.game === game)
}

export function remember(memory: Memory): void {
  const others = memories().filter(({ table, game }) => table !== memory.table || game !== memory.game)
  save(KEY, JSON.stringify([memory, ...others].slice(0, KEPT)))
}

export const SEATED = 'seated'

export function noteSeat({ table, commitments: [first] }: Seated): void {
  if (first?.game === 1) save(SEATED, `${table} ${first.hash}`)
}
