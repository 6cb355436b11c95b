/** Joining once: who has to ask again because the answer was lost gets the seat that they have. */
import { request } from './api'
import { noteSeat } from './fairness/seated'
import { askTwice, newKey } from './keyed'
import { Refusal } from './problems'
import type { Join, Seated } from './protocol'
import { load, save } from './storage'

const JOINING = 'joining'

// Where the browser keeps nothing, it lasts as long as the page.
let latest = ''

const begun = (table: string): string | undefined =>
  [latest, load(JOINING)].find((each): each is string => each !== null && each.startsWith(`${table} `))

/** Whether a join had no answer yet: there may be a seat, also where all are taken by now. */
export const isJoining = (table: string): boolean => begun(table) !== undefined

/** The key of the join that had no answer yet, also after a reload, or a new one. */
function keyFor(table: string): string {
  latest = begun(table) ?? `${table} ${newKey()}`
  save(JOINING, latest)
  return latest.slice(table.length + 1)
}

/** Joins with a key, which is forgotten when it is settled who has a seat: it is as good as the seat's secret. */
export async function joinOnce<T>(table: string, join: (key: string, patience: number) => Promise<T>): Promise<T> {
  const key = keyFor(table)
  try {
    const answer = await askTwice((patience) => join(key, patience))
    forget()
    return answer
  } catch (error) {
    if (error instanceof Refusal && error.reason.code === 'table_full') forget()
    throw error
  }
}

/** Joins with the first of these whose name is free. */
export async function untilFree<Each, T>(all: readonly Each[], join: (each: Each) => Promise<T>): Promise<T> {
  for (const each of all.slice(0, -1)) {
    try {
      return await join(each)
    } catch (error) {
      if (!(error instanceof Refusal && error.reason.code === 'name_taken')) throw error
    }
  }
  return join(all.at(-1) as Each)
}

function forget(): void {
  latest = ''
  save(JOINING, '')
}

export async function joinTable(id: string, wanted: Omit<Join, 'key'>): Promise<Seated> {
  const path = `/api/tables/${encodeURIComponent(id)}/join`
  const seated = await joinOnce(
    id,
    async (key, patience) => (await request(path, { ...wanted, key }, patience)).json() as Promise<Seated>,
  )
  noteSeat(seated)
  return seated
}
