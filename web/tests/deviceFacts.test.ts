/** The facts of tables on this device, in a database in memory that keeps all of a transaction or nothing. */
import { beforeEach, expect, test, vi } from 'vitest'
import { FactStore } from '../src/device/facts'

type Key = [table: string, number: number]
interface Row {
  table: string
  number: number
  fact: string
  at: number
}
interface Range {
  lower: Key
  upper: Key
}

const databases = new Map<string, Row[]>()
let failure: Error | null = null
let durability: string | undefined

const isIn = ({ table, number }: Row, { lower, upper }: Range): boolean =>
  table === lower[0] && number >= lower[1] && number <= upper[1]

function inOrder(rows: readonly Row[], range: Range): Row[] {
  return rows.filter((row) => isIn(row, range)).sort((a, b) => a.number - b.number)
}

function openFake(name: string) {
  const kept = (): Row[] => databases.get(name) ?? []
  return {
    getAll: async (_: string, range: Range) => inOrder(kept(), range),
    close: () => undefined,
    transaction(_stores: string, _mode: string, options?: { durability: string }) {
      durability = options?.durability
      let rows = [...kept()]
      let isAborted = false
      const store = {
        getAll: async (range: Range) => inOrder(rows, range),
        count: async ([table, number]: Key) =>
          rows.filter((row) => row.table === table && row.number === number).length,
        add: async (row: Row) => {
          isAborted ||= failure !== null
          if (failure !== null) throw failure
          rows.push(row)
        },
        delete: async (range: Range) => void (rows = rows.filter((row) => !isIn(row, range))),
      }
      // A transaction is complete when nothing more is asked of it.
      const done = new Promise<void>((resolve) => setTimeout(resolve)).then(() => {
        if (!isAborted) databases.set(name, rows)
      })
      return { store, done }
    },
  }
}

vi.mock('idb', () => ({ openDB: async (name: string) => openFake(name) }))

beforeEach(() => {
  databases.clear()
  failure = null
  vi.stubGlobal('IDBKeyRange', { bound: (lower: Key, upper: Key): Range => ({ lower, upper }) })
  vi.spyOn(Date, 'now').mockReturnValue(7000)
})

const store = new FactStore('device')
const factsOf = async (table: string, first?: number): Promise<string[]> =>
  (await store.load(table, first)).map(({ fact }) => fact)

test('facts are there when an append has resolved, in order and with their time', async () => {
  expect(await store.append({ table: 'a', first: 1, facts: ['one', 'two'] })).toEqual({ type: 'stored', at: 7 })
  expect(await store.append({ table: 'a', first: 3, facts: ['three'] })).toEqual({ type: 'stored', at: 7 })
  expect(await store.load('a')).toEqual(['one', 'two', 'three'].map((fact) => ({ fact, at: 7 })))
  expect(await factsOf('a', 3)).toEqual(['three'])
  expect(durability).toBe('strict')
})

test('tables do not mix', async () => {
  await store.append({ table: 'a', first: 1, facts: ['a1'] })
  await store.append({ table: 'ab', first: 1, facts: ['ab1', 'ab2'] })
  expect([await factsOf('a'), await factsOf('ab')]).toEqual([['a1'], ['ab1', 'ab2']])
})

test('where another page was first, the append is a conflict with what is newer, and stores nothing', async () => {
  await store.append({ table: 'a', first: 1, facts: ['one'] })
  await store.append({ table: 'a', first: 2, facts: ['theirs', 'theirs too'] })
  expect(await store.append({ table: 'a', first: 2, facts: ['mine'] })).toEqual({
    type: 'conflict',
    newer: [
      { fact: 'theirs', at: 7 },
      { fact: 'theirs too', at: 7 },
    ],
  })
  expect(await factsOf('a')).toEqual(['one', 'theirs', 'theirs too'])
})

test('facts do not continue a table whose data was deleted', async () => {
  await store.append({ table: 'a', first: 1, facts: ['one'] })
  await store.deleteTables(['a'])
  expect(await store.append({ table: 'a', first: 2, facts: ['two'] })).toEqual({ type: 'failed', why: 'failed' })
  expect(await factsOf('a')).toEqual([])
})

test.each([
  [new DOMException('full', 'QuotaExceededError'), 'full'],
  [new Error('the disk is gone'), 'failed'],
] as const)('an append that fails stores nothing: %s', async (error, why) => {
  await store.append({ table: 'a', first: 1, facts: ['one'] })
  failure = error
  expect(await store.append({ table: 'a', first: 2, facts: ['two', 'three'] })).toEqual({ type: 'failed', why })
  expect(await factsOf('a')).toEqual(['one'])
})

test('deleting tables leaves the others', async () => {
  for (const table of ['a', 'b', 'c']) await store.append({ table, first: 1, facts: [table] })
  await store.deleteTables(['a', 'c'])
  expect([await factsOf('a'), await factsOf('b'), await factsOf('c')]).toEqual([[], ['b'], []])
})
