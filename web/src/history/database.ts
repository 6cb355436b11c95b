/** Where the history is kept: in IndexedDB, which has room for as many games as anybody plays. */
import { openDB, type DBSchema, type IDBPDatabase, type IDBPObjectStore, type StoreNames } from 'idb'
import { type KeptGame, type KeptPuzzle, historyKey, merged } from './game'
import { FactStore } from '../device/facts'
import { DEVICE_STORAGE } from '../device/packed'
import { isOnDevice } from '../device/tables'
import { places } from '../places'
import { storageName } from '../site'
import type { History } from './file'

const NAME = storageName('qwixx-history')
const SCHEMA = 1

type StorageProblem = 'forbidden' | 'full' | 'failed'

/** The browser does not keep it; nothing that was kept before has changed. */
export class StorageError extends Error {
  constructor(readonly kind: StorageProblem) {
    super(kind)
  }
}

interface Stores extends DBSchema {
  games: { key: [string, number]; value: KeptGame; indexes: { daily: string } }
  puzzles: { key: string; value: KeptPuzzle }
}
type Store<Name extends StoreNames<Stores>, Mode extends IDBTransactionMode> = IDBPObjectStore<
  Stores,
  ['games', 'puzzles'],
  Name,
  Mode
>
type Writable<Name extends StoreNames<Stores>> = Store<Name, 'readwrite'>

function storageError(error: unknown, otherwise: StorageProblem = 'failed'): StorageError {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'QuotaExceededError') return new StorageError('full')
  // Another tab has a newer version of this page, which keeps more: a reload brings this one up to date.
  return new StorageError(name === 'VersionError' ? 'failed' : otherwise)
}

/** What each schema adds to the one before it. */
export function upgrade(database: Pick<IDBPDatabase<Stores>, 'createObjectStore'>, oldVersion: number): void {
  if (oldVersion > 0) return
  database.createObjectStore('games', { keyPath: ['table', 'number'] }).createIndex('daily', 'daily')
  database.createObjectStore('puzzles', { keyPath: 'daily' })
}

async function opened(): Promise<IDBPDatabase<Stores>> {
  try {
    return await openDB<Stores>(NAME, SCHEMA, { upgrade })
  } catch (error) {
    throw storageError(error, 'forbidden')
  }
}

/** Calls back whenever something was kept or forgotten, in this tab or another, until the answer is called. */
export function watch(onchange: () => void): () => void {
  const channel = new BroadcastChannel(NAME)
  channel.onmessage = onchange
  return () => channel.close()
}

function tellAll(): void {
  const channel = new BroadcastChannel(NAME)
  channel.postMessage(null)
  channel.close()
}

/** One transaction: all of it is kept or nothing, and other tabs wait for it. */
async function within<Mode extends 'readonly' | 'readwrite', T>(
  mode: Mode,
  work: (games: Store<'games', Mode>, puzzles: Store<'puzzles', Mode>) => Promise<T>,
): Promise<T> {
  const database = await opened()
  try {
    const transaction = database.transaction(['games', 'puzzles'], mode)
    const [answer] = await Promise.all([
      work(transaction.objectStore('games'), transaction.objectStore('puzzles')),
      transaction.done,
    ])
    if (mode === 'readwrite') tellAll()
    return answer
  } catch (error) {
    throw storageError(error)
  } finally {
    database.close()
  }
}

async function addGame(games: Writable<'games'>, game: KeptGame): Promise<boolean> {
  const before = await games.get(historyKey(game))
  if (before !== undefined) {
    await games.put(merged(before, game))
    return false
  }
  await games.add({ ...game, attempt: game.attempt ?? (await nextAttempt(games, game)) })
  return true
}

async function nextAttempt(games: Writable<'games'>, { daily }: KeptGame): Promise<number | null> {
  return daily === null ? null : 1 + (await games.index('daily').count(daily))
}

async function addPuzzle(puzzles: Writable<'puzzles'>, puzzle: KeptPuzzle): Promise<boolean> {
  if ((await puzzles.count(puzzle.daily)) > 0) return false
  await puzzles.add(puzzle)
  return true
}

/** Keeps what is not kept yet, once, and says how much that was. */
export function addToHistory({ games: newGames, puzzles: newPuzzles }: History): Promise<number> {
  return within('readwrite', async (games, puzzles) => {
    let kept = 0
    for (const game of newGames) kept += Number(await addGame(games, game))
    for (const puzzle of newPuzzles) kept += Number(await addPuzzle(puzzles, puzzle))
    return kept
  })
}

export const keepGame = (game: KeptGame): Promise<number> => addToHistory({ games: [game], puzzles: [] })
export const keepPuzzle = (puzzle: KeptPuzzle): Promise<number> => addToHistory({ games: [], puzzles: [puzzle] })

export function everything(): Promise<History> {
  return within('readonly', async (games, puzzles) => ({
    games: await games.getAll(),
    puzzles: await puzzles.getAll(),
  }))
}

/** The games that were played with the dice of a day, the one that counts first, and the answer to its puzzle. */
export function ofDay(daily: string): Promise<{ games: KeptGame[]; puzzle: KeptPuzzle | undefined }> {
  return within('readonly', async (games, puzzles) => {
    const found = await games.index('daily').getAll(daily)
    const byAttempt = (a: KeptGame, b: KeptGame): number => (a.attempt ?? 0) - (b.attempt ?? 0) || a.at - b.at
    return { games: found.sort(byAttempt), puzzle: await puzzles.get(daily) }
  })
}

export async function forgetGame(game: KeptGame): Promise<void> {
  await within('readwrite', async (games) => games.delete(historyKey(game)))
  await forgetTables([game])
}

export async function deleteHistory(): Promise<void> {
  const { games } = await everything()
  await within('readwrite', async (games, puzzles) => {
    await games.clear()
    await puzzles.clear()
  })
  await forgetTables(games)
}

/** Deletes a table of this device when the last of its games is deleted from the history. */
async function forgetTables(forgotten: readonly KeptGame[]): Promise<void> {
  const played = new Set(forgotten.map(({ table }) => table).filter(isOnDevice))
  for (const { table } of (await everything()).games) played.delete(table)
  for (const { table } of places()) played.delete(table)
  if (played.size > 0) await new FactStore(storageName(DEVICE_STORAGE)).deleteTables([...played])
}
