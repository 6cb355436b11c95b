/** Requests about score pads. */
import { PATIENCE_FOR_THOUGHT, request } from '../api'
import { joinOnce } from '../keyed'
import type { Advice, PadQuestion, Seated } from '../protocol'

const pads = (pad: string, rest: string): string => `/api/pads/${encodeURIComponent(pad)}/${rest}`

export async function joinPad(pad: string, name: string): Promise<Seated> {
  return joinOnce(
    pad,
    async (key, patience) => (await request(pads(pad, 'join'), { name, key }, patience)).json() as Promise<Seated>,
  )
}

/** What the coach would do on a pad that only this device knows. */
export async function askAdvice(question: PadQuestion): Promise<Advice> {
  return (await request('/api/advice', question, PATIENCE_FOR_THOUGHT)).json() as Promise<Advice>
}

export const padPath = (pad: string): string => `/pad/${encodeURIComponent(pad)}`
