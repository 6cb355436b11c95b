/** The database of the history, as browsers open it. */
import { expect, test, vi } from 'vitest'
import { upgrade } from '../src/history/database'

/** Names the stores that are created in a database that has this version already; 0 where there is none. */
function created(oldVersion: number): string[] {
  const names: string[] = []
  const createObjectStore = (name: string) => {
    names.push(name)
    return { createIndex: vi.fn() }
  }
  upgrade({ createObjectStore } as unknown as Parameters<typeof upgrade>[0], oldVersion)
  return names
}

test('a new database gets its stores, and one from before keeps those it has', () => {
  expect(created(0)).toEqual(['games', 'puzzles'])
  expect(created(1)).toEqual([])
})
