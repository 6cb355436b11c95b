/**
 * Replays that are kept on this device, in IndexedDB, so that they open without a network.
 *
 * It has a limited size; nothing is deleted automatically.
 */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { Replay } from '../protocol'
import { replayPath } from '../router.svelte'
import { storageName } from '../site'

const MOST_KEPT = 100

export interface Kept {
  /** Its address at a table, or else its text: the same game is kept once. */
  readonly id: string
  readonly table: string | null
  readonly keptAt: number
  readonly replay: Replay
}

/** No room: our own limit is reached, or the quota of the browser. */
export class ShelfFull extends Error {}

const NAME = storageName('qwixx.replays')

export function idOf(table: string | null, replay: Replay): string {
  return table !== null && replay.number !== null ? replayPath(table, replay.number) : replay.text
}

interface Stores extends DBSchema {
  replays: { key: string; value: Kept }
}

/** Work with the database; resolves when it is done for good. */
async function stored<T>(work: (database: IDBPDatabase<Stores>) => Promise<T>): Promise<T> {
  const database = await openDB<Stores>(NAME, 1, {
    upgrade: (fresh) => void fresh.createObjectStore('replays', { keyPath: 'id' }),
  })
  try {
    return await work(database)
  } finally {
    database.close()
  }
}

export async function keepReplay(kept: Kept): Promise<void> {
  try {
    await stored(async (database) => {
      const { store, done } = database.transaction('replays', 'readwrite')
      const known = await store.getKey(kept.id)
      if (known === undefined && (await store.count()) >= MOST_KEPT) throw new ShelfFull()
      await Promise.all([store.put(kept), done])
    })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'QuotaExceededError') throw new ShelfFull()
    throw error
  }
}

export const findReplay = async (id: string): Promise<Kept | null> =>
  (await stored((database) => database.get('replays', id))) ?? null

/** Everything that is kept, the latest first. */
export async function allReplays(): Promise<Kept[]> {
  const found = await stored((database) => database.getAll('replays'))
  return found.sort((a, b) => b.keptAt - a.keptAt)
}

export const deleteReplay = (id: string): Promise<void> => stored((database) => database.delete('replays', id))
export const deleteReplays = (): Promise<void> => stored((database) => database.clear('replays'))
