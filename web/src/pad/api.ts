/** Requests about score pads. */
import { request } from '../api'
import { joinOnce } from '../joining'
import type { NewPad, Seated } from '../protocol'

const pads = (pad: string, rest: string): string => `/api/pads/${encodeURIComponent(pad)}/${rest}`

export async function openPad(wanted: NewPad): Promise<Seated> {
  return (await request('/api/pads', wanted)).json() as Promise<Seated>
}

export async function joinPad(pad: string, name: string): Promise<Seated> {
  return joinOnce(pad, async (key) => (await request(pads(pad, 'join'), { name, key })).json() as Promise<Seated>)
}

export const qrAddress = (pad: string): string => pads(pad, 'qr.svg')
export const padPath = (pad: string): string => `/pad/${encodeURIComponent(pad)}`
