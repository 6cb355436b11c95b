/** Score pads that this device keeps: those used alone, and what it knows of shared ones. */
import type { PadMark, PadHappeningWithSeq } from '../protocol'
import { storageKey as storageKey, load, save } from '../storage'
import { SHARED_GAMES, type SharedGame } from '../rules'
import { after, blank, type PadState } from './state'

const PREFIX = 'pad.'
const LATEST = 'pads.latest'
/** The name of a pad that is on this device alone begins so; the server gives no such names. */
const HERE = 'here.'

export interface KeptPad {
  id: string
  /** When it was written on last: see `now`. */
  at: number
  game: SharedGame
  /** Whose sheets there were before what happened. */
  names: readonly string[]
  games: number
  happened: readonly PadHappeningWithSeq[]
  /** Of a shared pad: one's own seat, and the marks that are still to be sent. */
  seat: number | null
  queue: readonly PadMark[]
  /** Of a shared pad: the last number that was known when this was kept. */
  seq?: number
  /** Of a pad on this device alone: the pad of the game before. */
  before?: string
}

export const newId = (): string => HERE + Math.random().toString(36).slice(2, 10)
export const isHere = (id: string): boolean => id.startsWith(HERE)

export const stateOf = ({ game, names, games, happened }: KeptPad): PadState =>
  happened.reduce(after, blank(game, names, games))

/** A time that is later than every one before, also where the clock of this device was set back. */
export function now(): number {
  const time = Math.max(Date.now(), (Number(load(LATEST)) || 0) + 1)
  save(LATEST, String(time))
  return time
}

// What the browser does not keep lasts as long as the page.
const memory = new Map<string, KeptPad>()

/** The key under which the browser keeps a pad. */
export const padKey = (id: string): string => storageKey(PREFIX + id)

/** Keeps a pad; false if this browser does not, because it is full or may not. */
export function keepPad(pad: KeptPad): boolean {
  const text = JSON.stringify(pad)
  save(PREFIX + pad.id, text)
  const isKept = load(PREFIX + pad.id) === text
  if (isKept) memory.delete(pad.id)
  else memory.set(pad.id, pad)
  return isKept
}

export function findPad(id: string): KeptPad | null {
  try {
    const pad = memory.get(id) ?? (JSON.parse(load(PREFIX + id) ?? 'null') as KeptPad | null)
    if (pad === null || !SHARED_GAMES.includes(pad.game)) return null
    stateOf(pad) // a pad that cannot be replayed is damaged
    return { ...pad, id, queue: Array.isArray(pad.queue) ? pad.queue : [] }
  } catch {
    return null
  }
}

export function forget(id: string): void {
  memory.delete(id)
  try {
    localStorage.removeItem(padKey(id))
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
  // Now there is space for what could not be saved before.
  for (const pad of [...memory.values()]) keepPad(pad)
}

function ids(): string[] {
  const prefix = padKey('')
  let keys: string[] = []
  try {
    keys = Object.keys(localStorage)
  } catch {
    // A browser that keeps nothing.
  }
  const kept = keys.flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []))
  return [...new Set([...kept, ...memory.keys()])]
}

/** Every pad, the latest first. None is deleted automatically: when storage is full, the page says so. */
export function allPads(): KeptPad[] {
  return ids()
    .flatMap((id) => findPad(id) ?? [])
    .sort((a, b) => b.at - a.at)
}
