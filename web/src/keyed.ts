/** Requests with a key: the server does once what they ask, however often it hears them. */
import { request, requestHere } from './api'
import { toHex } from './fairness/bytes'
import { noteSeat } from './fairness/seated'
import { Refusal, Unanswered } from './problems'
import type { NewPad, NewTable, Seated } from './protocol'

const BYTES = 16
// Milliseconds for the first attempt and for the second, within ten seconds together, and between them.
const FIRST = 4000
const SECOND = 5500
const PAUSE = 250

export const newKey = (): string => toHex(crypto.getRandomValues(new Uint8Array(BYTES)))

/** Whether an answer settles what was asked; `store_unsure` says that nobody knows yet whether it was done. */
const isSettled = (error: unknown): boolean => error instanceof Refusal && error.reason.code !== 'store_unsure'

/** Asks, and once more where no answer came; fails with Unanswered if none comes then either. */
export async function askTwice<T>(ask: (patience: number) => Promise<T>): Promise<T> {
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

/** What was asked last and has no answer yet. */
let unanswered: { asked: string; key: string } | null = null

/** Opens a table or a pad. Who asks again for the same, because no answer came, gets what was opened then. */
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
  // A request to the worker of this device is repeated there, with times of its own.
  const seated = await (isHere ? open(0) : askTwice(open))
  unanswered = null
  if (!isHere) noteSeat(seated)
  return seated
}

export const openTable = (wanted: Omit<NewTable, 'key'>): Promise<Seated> => openOnce('/api/tables', wanted)
/** A table on this device; the key makes its name. */
export const openTableHere = (wanted: Omit<NewTable, 'key'>): Promise<Seated> => openOnce('/api/tables', wanted, true)
export const openPad = (wanted: Omit<NewPad, 'key'>): Promise<Seated> => openOnce('/api/pads', wanted)
