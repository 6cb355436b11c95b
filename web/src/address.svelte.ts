/** The address that others can open: a page of the serving machine itself does not have it. */
import { request } from './api'
import type { Address } from './protocol'

// Milliseconds between requests. Networks come and go; without an address, a player is waiting for one.
const POLL_WITHOUT_ADDRESS = 3000
const POLL_WITH_ADDRESS = 15_000
const OWN_MACHINE = /^(localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\]|.+\.localhost)$/

const isOwnMachine = OWN_MACHINE.test(location.hostname)

let base = $state<string | null | undefined>(isOwnMachine ? undefined : location.origin)

export const address = {
  /** Null where only this computer can open a link; undefined until the server has answered. */
  get base(): string | null | undefined {
    return base
  },
}

export async function findAddress(): Promise<void> {
  const { url } = (await (await request('/api/address')).json()) as Address
  base = url
}

let watchers = 0
let timer: ReturnType<typeof setTimeout> | undefined

async function poll(): Promise<void> {
  clearTimeout(timer)
  // Without an answer, what is known stays.
  await findAddress().catch(() => undefined)
  if (watchers > 0 && isOwnMachine) timer = setTimeout(poll, base ? POLL_WITH_ADDRESS : POLL_WITHOUT_ADDRESS)
}

/** Keeps the address up to date until the function it gives back is called. */
export function watchAddress(): () => void {
  watchers++
  const pollNow = (): void => void poll()
  addEventListener('online', pollNow)
  pollNow()
  return () => {
    watchers--
    removeEventListener('online', pollNow)
    if (watchers === 0) clearTimeout(timer)
  }
}

/** A path of this server as a link that others can open, as far as there is one. */
export const linkTo = (path: string): string => new URL(path, base ?? location.href).href

/** The same to send to others: null where only this computer could open it, and until that is known. */
export const linkToSend = (path: string): string | null => (base ? linkTo(path) : null)
