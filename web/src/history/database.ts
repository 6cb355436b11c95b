/** Where the history is kept: in IndexedDB, which has room for as many games as anybody plays. */
import { keyOf, merged, type KeptGame } from './game'
import type { History } from './file'
import type { KeptPuzzle } from './puzzle'

const NAME = 'qwixx-history'
const SCHEMA = 1

export type Trouble = 'forbidden' | 'full' | 'failed'

/** The browser does not keep it; nothing that was kept before has changed. */
export class StorageTrouble extends Error {
  constructor(readonly trouble: Trouble) {
    super(trouble)
  }
}

function troubleOf(error: DOMException | null, otherwise: Trouble = 'failed'): StorageTrouble {
  if (error?.name === 'QuotaExceededError') return new StorageTrouble('full')
  // Another tab has a newer version of this page, which keeps more: a reload brings this one up to date.
  return new StorageTrouble(error?.name === 'VersionError' ? 'failed' : otherwise)
}

function opened(): Promise<IDBDatabase> {
  return new Promise((found, lost) => {
    let request: IDBOpenDBRequest
    try {
      request = indexedDB.open(NAME, SCHEMA)
    } catch {
      return lost(new StorageTrouble('forbidden'))
    }
    request.onupgradeneeded = () => {
      request.result.createObjectStore('games', { keyPath: ['table', 'number'] }).createIndex('daily', 'daily')
      request.result.createObjectStore('puzzles', { keyPath: 'daily' })
    }
    request.onsuccess = () => found(request.result)
    request.onerror = () => lost(troubleOf(request.error, 'forbidden'))
  })
}

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((found, lost) => {
    request.onsuccess = () => found(request.result)
    request.onerror = () => lost(troubleOf(request.error))
  })

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
async function within<T>(
  mode: IDBTransactionMode,
  work: (games: IDBObjectStore, puzzles: IDBObjectStore) => Promise<T>,
) {
  const database = await opened()
  try {
    const transaction = database.transaction(['games', 'puzzles'], mode)
    const ended = new Promise<void>((kept, lost) => {
      transaction.oncomplete = () => kept()
      transaction.onabort = () => lost(troubleOf(transaction.error))
    })
    const answer = work(transaction.objectStore('games'), transaction.objectStore('puzzles'))
    // Why a transaction was given up says more than what its requests were told then.
    answer.catch(() => undefined)
    await ended
    if (mode === 'readwrite') tellAll()
    return await answer
  } finally {
    database.close()
  }
}

async function addGame(games: IDBObjectStore, game: KeptGame): Promise<boolean> {
  const before = await answerOf<KeptGame | undefined>(games.get(keyOf(game)))
  if (before !== undefined) {
    await answerOf(games.put(merged(before, game)))
    return false
  }
  await answerOf(games.add({ ...game, attempt: game.attempt ?? (await nextAttempt(games, game)) }))
  return true
}

async function nextAttempt(games: IDBObjectStore, { daily }: KeptGame): Promise<number | null> {
  return daily === null ? null : 1 + (await answerOf(games.index('daily').count(daily)))
}

async function addPuzzle(puzzles: IDBObjectStore, puzzle: KeptPuzzle): Promise<boolean> {
  if ((await answerOf(puzzles.count(puzzle.daily))) > 0) return false
  await answerOf(puzzles.add(puzzle))
  return true
}

/** Keeps what is not kept yet, once, and says how much that was. */
export function keepAll({ games: newGames, puzzles: newPuzzles }: History): Promise<number> {
  return within('readwrite', async (games, puzzles) => {
    let kept = 0
    for (const game of newGames) kept += Number(await addGame(games, game))
    for (const puzzle of newPuzzles) kept += Number(await addPuzzle(puzzles, puzzle))
    return kept
  })
}

export const keepGame = (game: KeptGame): Promise<number> => keepAll({ games: [game], puzzles: [] })
export const keepPuzzle = (puzzle: KeptPuzzle): Promise<number> => keepAll({ games: [], puzzles: [puzzle] })

export function everything(): Promise<History> {
  return within('readonly', async (games, puzzles) => ({
    games: await answerOf<KeptGame[]>(games.getAll()),
    puzzles: await answerOf<KeptPuzzle[]>(puzzles.getAll()),
  }))
}

/** The games that were played with the dice of a day, the one that counts first, and the answer to its puzzle. */
export function ofDay(daily: string): Promise<{ games: KeptGame[]; puzzle: KeptPuzzle | undefined }> {
  return within('readonly', async (games, puzzles) => {
    const found = await answerOf<KeptGame[]>(games.index('daily').getAll(daily))
    const byAttempt = (a: KeptGame, b: KeptGame): number => (a.attempt ?? 0) - (b.attempt ?? 0) || a.at - b.at
    return { games: found.sort(byAttempt), puzzle: await answerOf<KeptPuzzle | undefined>(puzzles.get(daily)) }
  })
}

export function forgetGame(game: KeptGame): Promise<void> {
  return within('readwrite', async (games) => answerOf(games.delete(keyOf(game))))
}

export function forgetAll(): Promise<void> {
  return within('readwrite', async (games, puzzles) => {
    await answerOf(games.clear())
    await answerOf(puzzles.clear())
  })
}
