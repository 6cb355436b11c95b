/** Requests to the server. A refusal is an error with the reason for it. */
import { isAboutDevice, isOnDevice } from './device/tables'
import { Refusal } from './problems'
import { IS_SITE } from './site'
import type { Advice, FoundTable, GameReview, PadQuestion, Problem, TableSummary } from './protocol'

async function errorOf(response: Response): Promise<Error> {
  try {
    const { reason } = (await response.json()) as Problem
    if (typeof reason.code === 'string') return new Refusal(reason)
  } catch {
    // Not from our server: a proxy, perhaps.
  }
  return new Error(`${response.status} ${response.statusText}`)
}

// Milliseconds: in a network that drops every packet, a request would hang for minutes.
const PATIENCE = 10_000
/** For requests that the server computes, with the time in its job queue. */
export const PATIENCE_FOR_THOUGHT = 120_000

/** An answer of the server; throws for a refusal and after a timeout. */
export async function request(path: string, body?: unknown, patience = PATIENCE): Promise<Response> {
  if (isAboutDevice(path)) return requestHere(path, body)
  if (IS_SITE) throw new Error('there is no server')
  const signal = AbortSignal.timeout(patience)
  const response = await fetch(
    path,
    body === undefined
      ? { signal }
      : { signal, method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) },
  )
  return checked(response)
}

/** The same of this device, which answers some requests as a server does. */
export async function requestHere(path: string, body?: unknown): Promise<Response> {
  const { ask } = await import('./device/host')
  return checked(await ask(path, body))
}

async function checked(response: Response): Promise<Response> {
  if (!response.ok) throw await errorOf(response)
  return response
}

function table(id: string, rest = ''): string {
  return `/api/tables/${encodeURIComponent(id)}${rest}`
}

export async function tableGlance(id: string): Promise<TableSummary> {
  return (await request(table(id))).json() as Promise<TableSummary>
}

/** The table that waits for people with this code. */
export async function findTable(code: string): Promise<string> {
  const found = (await (await request(`/api/codes/${encodeURIComponent(code)}`)).json()) as FoundTable
  return found.table
}

export async function record(id: string): Promise<string> {
  return (await request(table(id, '/record'))).text()
}

/** What the coach says of the last game; a device has none, and asks that of the server. */
export async function review(id: string): Promise<GameReview> {
  const asked = isOnDevice(id)
    ? request('/api/review', { record: await record(id) }, PATIENCE_FOR_THOUGHT)
    : request(table(id, '/review'), undefined, PATIENCE_FOR_THOUGHT)
  return (await asked).json() as Promise<GameReview>
}

/** What the coach would do on a pad that only this device knows. */
export async function padAdvice(question: PadQuestion): Promise<Advice> {
  return (await request('/api/advice', question, PATIENCE_FOR_THOUGHT)).json() as Promise<Advice>
}

/** The picture of the QR code for a table or a pad. */
export const qrAddress = (of: 'tables' | 'pads', id: string): string => `/api/${of}/${encodeURIComponent(id)}/qr.svg`
