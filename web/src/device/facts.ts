/** The facts of the tables on this device, in IndexedDB. */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb'

const SCHEMA = 1

export interface StoredFact {
  fact: string
  /** When it was stored, in seconds. */
  at: number
}

interface Row extends StoredFact {
  table: string
  /** Facts of a table are counted from 1. */
  number: number
}

interface Stores extends DBSchema {
  facts: { key: [string, number]; value: Row }
}

export interface Append {
  table: string
  first: number
  facts: readonly string[]
}

/** As qwixx.device.effects has it. */
type AppendOutcome =
  | { type: 'stored'; at: number }
  | { type: 'conflict'; newer: StoredFact[] }
  | { type: 'failed'; why: 'full' | 'failed' }

const from = (table: string, first: number): IDBKeyRange => IDBKeyRange.bound([table, first], [table, Infinity])

const plain = (rows: readonly Row[]): StoredFact[] => rows.map(({ fact, at }) => ({ fact, at }))

class Gap extends Error {}

/** All facts or none, on disk before it resolves; a conflict if another page has stored facts under these numbers. */
async function appendTo(database: IDBPDatabase<Stores>, { table, first, facts }: Append): Promise<AppendOutcome> {
  const transaction = database.transaction('facts', 'readwrite', { durability: 'strict' })
  const { store, done } = transaction
  const newer = await store.getAll(from(table, first))
  if (newer.length > 0) return { type: 'conflict', newer: plain(newer) }
  // The user may have deleted the site data.
  if (first > 1 && (await store.count([table, first - 1])) === 0) throw new Gap()
  const at = Date.now() / 1000
  await Promise.all([...facts.map((fact, place) => store.add({ table, number: first + place, fact, at })), done])
  return { type: 'stored', at }
}

export class FactStore {
  constructor(private readonly name: string) {}

  private async within<T>(work: (database: IDBPDatabase<Stores>) => Promise<T>): Promise<T> {
    const database = await openDB<Stores>(this.name, SCHEMA, {
      upgrade: (fresh) => void fresh.createObjectStore('facts', { keyPath: ['table', 'number'] }),
    })
    try {
      return await work(database)
    } finally {
      database.close()
    }
  }

  /** The facts of a table from a number on. */
  load(table: string, first = 1): Promise<StoredFact[]> {
    return this.within(async (database) => plain(await database.getAll('facts', from(table, first))))
  }

  async append(wanted: Append): Promise<AppendOutcome> {
    try {
      return await this.within((database) => appendTo(database, wanted))
    } catch (error) {
      const isFull = error instanceof DOMException && error.name === 'QuotaExceededError'
      return { type: 'failed', why: isFull ? 'full' : 'failed' }
    }
  }

  /** Deletes tables; nobody may be playing there. */
  deleteTables(tables: readonly string[]): Promise<void> {
    return this.within(async (database) => {
      const { store, done } = database.transaction('facts', 'readwrite')
      await Promise.all([...tables.map((table) => store.delete(from(table, 1))), done])
    })
  }
}
