/** The address that others can open: a page of the serving machine itself does not have it. */
import { request } from './api'
import type { Address } from './protocol'

// Milliseconds between requests. Networks come and go; without an address, a player is waiting for one.
const POLL_WITHOUT_ADDRESS = 3000
const POLL_WITH_ADDRESS = 15_000
const OWN_MACHINE = /^(localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\]|.+\.localhost)$/

const isOwnMachine = OWN_MACHINE.test(location.hostname)

class PublicAddress {
  #base = $state<string | null | undefined>(isOwnMachine ? undefined : location.origin)
  #watchers = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Null where only this computer can open a link; undefined until the server has answered. */
  get base(): string | null | undefined {
    return this.#base
  }

  async find(): Promise<void> {
    const { url } = (await (await request('/api/address')).json()) as Address
    this.#base = url
  }

  /** Polls the address; returns a function that stops. */
  readonly watch = (): (() => void) => {
    this.#watchers++
    const pollNow = (): void => void this.#poll()
    addEventListener('online', pollNow)
    pollNow()
    return () => {
      this.#watchers--
      removeEventListener('online', pollNow)
      if (this.#watchers === 0) clearTimeout(this.#timer)
    }
  }

  /** A path of this server as a link that others can open, as far as there is one. */
  link(path: string): string {
    return new URL(path, this.#base ?? location.href).href
  }

  /** The same to send to others: null where only this computer could open it, and until that is known. */
  linkToSend(path: string): string | null {
    return this.#base ? this.link(path) : null
  }

  async #poll(): Promise<void> {
    clearTimeout(this.#timer)
    // Without an answer, what is known stays.
    await this.find().catch(() => undefined)
    if (this.#watchers === 0 || !isOwnMachine) return
    this.#timer = setTimeout(() => this.#poll(), this.#base ? POLL_WITH_ADDRESS : POLL_WITHOUT_ADDRESS)
  }
}

export const address = new PublicAddress()
