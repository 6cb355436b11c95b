/** Requests to the server. A refusal is an error with the reason for it. */
import { Refusal } from './problems'
import { noteSeat } from './fairness/seated'
import type { GameReview, NewTable, Problem, Seated, TableGlance } from './protocol'

async function errorOf(response: Response): Promise<Error> {
  try {
    const { reason } = (await response.json()) as Problem
    if (typeof reason.code === 'string') return new Refusal(reason)
  } catch {
    // Not from our server: a proxy, perhaps.
  }
  return new Error(`${response.status} ${response.statusText}`)
}

/** An answer of the server; its refusal is an error. */
export async function request(path: string, body?: unknown): Promise<Response> {
  const response = await fetch(
    path,
    body === undefined
      ? undefined
      : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) },
  )
  if (!response.ok) throw await errorOf(response)
  return response
}

function table(id: string, rest = ''): string {
  return `/api/tables/${encodeURIComponent(id)}${rest}`
}

async function seated(response: Response): Promise<Seated> {
  const answer = (await response.json()) as Seated
  noteSeat(answer)
  return answer
}

export async function openTable(wanted: NewTable): Promise<Seated> {
  return seated(await request('/api/tables', wanted))
}

export async function tableGlance(id: string): Promise<TableGlance> {
  return (await request(table(id))).json() as Promise<TableGlance>
}

export async function record(id: string): Promise<string> {
  return (await request(table(id, '/record'))).text()
}

export async function review(id: string): Promise<GameReview> {
  return (await request(table(id, '/review'))).json() as Promise<GameReview>
}

export function qrAddress(id: string): string {
  return table(id, '/qr.svg')
}
