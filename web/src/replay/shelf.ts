/**
 * Replays that are kept on this device, in IndexedDB, so that they open without a network.
 *
 * There is room for so many; nothing that is kept goes away by itself.
 */
import type { Replay } from '../protocol'
import { replayPath } from './requests'

export const MOST_KEPT = 100

export interface Kept {
  /** Its address at a table, or else its text: the same game is kept once. */
  readonly id: string
  readonly table: string | null
  readonly keptAt: number
  readonly replay: Replay
}

/** There is no room, neither by our own count nor by that of the browser. */
export class ShelfFull extends Error {}

const NAME = 'qwixx.replays'
const STORE = 'replays'

export function idOf(table: string | null, replay: Replay): string {
  return table !== null && replay.number !== null ? replayPath(table, replay.number) : replay.text
}

function settled<T>(asked: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result)
    asked.onerror = () => reject(asked.error ?? new Error('the device keeps nothing'))
  })
}

function opened(): Promise<IDBDatabase> {
  const asked = indexedDB.open(NAME, 1)
  asked.onupgradeneeded = () => asked.result.createObjectStore(STORE, { keyPath: 'id' })
  return settled(asked)
}

/** Work with the shelf; resolves when it is done for good. */
async function shelved<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => Promise<T>): Promise<T> {
  const database = await opened()
  try {
    const transaction = database.transaction(STORE, mode)
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error ?? new Error('the device keeps nothing'))
    })
    const [found] = await Promise.all([work(transaction.objectStore(STORE)), done])
    return found
  } finally {
    database.close()
  }
}

export async function keep(kept: Kept): Promise<void> {
  try {
    await shelved('readwrite', async (store) => {
      const count = await settled(store.count())
      const known = await settled(store.getKey(kept.id))
      if (count >= MOST_KEPT && known === undefined) throw new ShelfFull()
      await settled(store.put(kept))
    })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'QuotaExceededError') throw new ShelfFull()
    throw error
  }
}

export async function find(id: string): Promise<Kept | null> {
  return ((await shelved('readonly', (store) => settled(store.get(id)))) as Kept | undefined) ?? null
}

/** Everything that is kept, the latest first. */
export async function all(): Promise<Kept[]> {
  const found = (await shelved('readonly', (store) => settled(store.getAll()))) as Kept[]
  return found.sort((a, b) => b.keptAt - a.keptAt)
}

export async function remove(id: string): Promise<void> {
  await shelved('readwrite', (store) => settled(store.delete(id)))
}

export async function removeAll(): Promise<void> {
  await shelved('readwrite', (store) => settled(store.clear()))
}
