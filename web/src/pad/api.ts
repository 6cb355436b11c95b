/** Requests about score pads. */
import { request } from '../api'
import { joinOnce } from '../joining'
import type { Advice, NewPad, PadQuestion, Seated } from '../protocol'

const pads = (pad: string, rest: string): string => `/api/pads/${encodeURIComponent(pad)}/${rest}`

export async function openPad(wanted: NewPad): Promise<Seated> {
  return (await request('/api/pads', wanted)).json() as Promise<Seated>
}

export async function joinPad(pad: string, name: string): Promise<Seated> {
  return joinOnce(pad, async (key) => (await request(pads(pad, 'join'), { name, key })).json() as Promise<Seated>)
}

/** What the coach would do on a pad that only this device knows. */
export async function askAdvice(question: PadQuestion): Promise<Advice> {
  return (await request('/api/advice', question)).json() as Promise<Advice>
}

export const qrAddress = (pad: string): string => pads(pad, 'qr.svg')
export const padPath = (pad: string): string => `/pad/${encodeURIComponent(pad)}`
