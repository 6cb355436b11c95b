/** Joining once: who has to ask again because the answer was lost gets the seat that they have. */
import { request } from './api'
import { toHex } from './fairness/bytes'
import { noteSeat } from './fairness/seated'
import { Refusal } from './problems'
import type { Join, Seated } from './protocol'
import { load, save } from './storage'

const JOINING = 'joining'
const BYTES = 16

// Where the browser keeps nothing, it lasts as long as the page.
let latest = ''

const begun = (table: string): string | undefined =>
  [latest, load(JOINING)].find((each): each is string => each !== null && each.startsWith(`${table} `))

/** Whether a join had no answer yet: there may be a seat, also where all are taken by now. */
export const isJoining = (table: string): boolean => begun(table) !== undefined

/** The key of the join that had no answer yet, also after a reload, or a new one. */
function keyFor(table: string): string {
  latest = begun(table) ?? `${table} ${toHex(crypto.getRandomValues(new Uint8Array(BYTES)))}`
  save(JOINING, latest)
  return latest.slice(table.length + 1)
}

/** Joins with a key, which is forgotten when it is settled who has a seat: it is as good as the seat's secret. */
export async function joinOnce<T>(table: string, join: (key: string) => Promise<T>): Promise<T> {
  try {
    const answer = await join(keyFor(table))
    forget()
    return answer
  } catch (error) {
    if (error instanceof Refusal && error.reason.code === 'table_full') forget()
    throw error
  }
}

function forget(): void {
  latest = ''
  save(JOINING, '')
}

export async function joinTable(id: string, wanted: Omit<Join, 'key'>): Promise<Seated> {
  const path = `/api/tables/${encodeURIComponent(id)}/join`
  const seated = await joinOnce(id, async (key) => (await request(path, { ...wanted, key })).json() as Promise<Seated>)
  noteSeat(seated)
  return seated
}
