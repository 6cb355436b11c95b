/** Whether the server can be reached, as far as this page knows; a site has none. */
import { IS_SITE } from '../site'

// Milliseconds between attempts, and for the answer to one.
const AGAIN = 5000
const PATIENCE = 4000
const { dataset } = document.documentElement

/** Whether our server answers: at the same address there may be another, or a proxy alone. */
async function isAnswered(): Promise<boolean> {
  try {
    const answer = await fetch('/', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(PATIENCE) })
    return answer.ok && answer.headers.has('Qwixx')
  } catch {
    return false
  }
}

class Reachability {
  #isLost = $state(IS_SITE || 'offline' in dataset || !navigator.onLine)
  #openedOffline = $state(!IS_SITE && 'offline' in dataset)
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Null until the page watches. */
  #onreached: (() => void) | null = null

  get isLost(): boolean {
    return this.#isLost
  }

  /** This page was opened without the server, which was not reached since. */
  get openedOffline(): boolean {
    return this.#openedOffline
  }

  /** A request got no answer: new games begin on this device, where it can, until the server answers again. */
  readonly noteLost = (): void => {
    this.#isLost = true
    if (this.#onreached !== null) this.#retryLater()
  }

  /** Begins to watch; calls back each time that the server is reached again. */
  watch(onreached: () => void): void {
    if (IS_SITE) return
    this.#onreached = onreached
    addEventListener('offline', this.noteLost)
    addEventListener('online', this.#attempt)
    void this.#attempt()
  }

  #retryLater(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.#attempt, AGAIN)
  }

  readonly #attempt = async (): Promise<void> => {
    clearTimeout(this.#timer)
    if (!this.#isLost) return
    if (!(await isAnswered())) return this.#retryLater()
    this.#onreached?.()
    this.#isLost = this.#openedOffline = false
    delete dataset.offline
  }
}

export const server = new Reachability()
