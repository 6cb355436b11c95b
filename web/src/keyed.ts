/** Idempotent requests: with the same key, the server opens a table or seats a player once, however often it is asked. */
import { request, requestHere } from './api'
import { toHex } from './fairness/hex'
import { noteSeat } from './fairness/memory'
import { Refusal, Unanswered } from './problems'
import type { Join, NewPad, NewTable, Seated } from './protocol'
import { load, save } from './storage'

const BYTES = 16
// Milliseconds for the first attempt and for the second, within ten seconds together, and between them.
const FIRST = 4000
const SECOND = 5500
const PAUSE = 250

export const newKey = (): string => toHex(crypto.getRandomValues(new Uint8Array(BYTES)))

/** Whether an error is final; with `store_unsure` the outcome is unknown, and a retry tells it. */
const isSettled = (error: unknown): boolean => error instanceof Refusal && error.reason.code !== 'store_unsure'

/** Sends a request, with one retry after a timeout; fails with Unanswered if that times out, too. */
async function askTwice<T>(ask: (patience: number) => Promise<T>): Promise<T> {
  try {
    return await ask(FIRST)
  } catch (error) {
    if (isSettled(error)) throw error
  }
  await new Promise((resolve) => setTimeout(resolve, PAUSE))
  try {
    return await ask(SECOND)
  } catch (error) {
    throw isSettled(error) ? error : new Unanswered()
  }
}

// Opening

/** What was asked last and has no answer yet. */
let unanswered: { asked: string; key: string } | null = null

/** Opens a table or a pad; a retry of the same request gets the one that was opened before. */
async function openOnce(
  path: string,
  wanted: Omit<NewTable, 'key'> | Omit<NewPad, 'key'>,
  isHere = false,
): Promise<Seated> {
  const asked = `${path} ${isHere} ${JSON.stringify(wanted)}`
  if (unanswered?.asked !== asked) unanswered = { asked, key: newKey() }
  const { key } = unanswered
  const open = async (patience: number): Promise<Seated> => {
    const body = { ...wanted, key }
    const response = isHere ? requestHere(path, body) : request(path, body, patience)
    return (await response).json() as Promise<Seated>
  }
  // The worker of this device has its own retry and timeouts.
  const seated = await (isHere ? open(0) : askTwice(open))
  unanswered = null
  if (!isHere) noteSeat(seated)
  return seated
}

export const openTable = (wanted: Omit<NewTable, 'key'>): Promise<Seated> => openOnce('/api/tables', wanted)
/** A table on this device; the key makes its name. */
export const openTableHere = (wanted: Omit<NewTable, 'key'>): Promise<Seated> => openOnce('/api/tables', wanted, true)
export const openPad = (wanted: Omit<NewPad, 'key'>): Promise<Seated> => openOnce('/api/pads', wanted)

// Joining: a player who asks again because the answer was lost gets the seat that they have

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

/** Joins with a key, which is deleted when the outcome is known: it is worth as much as the seat's secret. */
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

async function join(kind: 'tables' | 'pads', id: string, wanted: Readonly<Record<string, unknown>>): Promise<Seated> {
  const path = `/api/${kind}/${encodeURIComponent(id)}/join`
  return joinOnce(
    id,
    async (key, patience) => (await request(path, { ...wanted, key }, patience)).json() as Promise<Seated>,
  )
}

export async function joinTable(id: string, wanted: Omit<Join, 'key'>): Promise<Seated> {
  const seated = await join('tables', id, { ...wanted })
  noteSeat(seated)
  return seated
}

export const joinPad = (id: string, name: string): Promise<Seated> => join('pads', id, { name })
