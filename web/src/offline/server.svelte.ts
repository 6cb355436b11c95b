/** Whether the server can be reached, as far as this page knows; a site has none. */
import { IS_SITE } from '../site'

// Milliseconds between attempts, and for the answer to one.
const AGAIN = 5000
const PATIENCE = 4000
const { dataset } = document.documentElement

let isLost = $state(IS_SITE || 'offline' in dataset || !navigator.onLine)
let openedOffline = $state(!IS_SITE && 'offline' in dataset)
let timer: ReturnType<typeof setTimeout> | undefined

export const server = {
  get isLost(): boolean {
    return isLost
  },
  /** This page was opened without the server, which was not reached since. */
  get openedOffline(): boolean {
    return openedOffline
  },
}

/** Whether our server answers: at the same address there may be another, or a proxy alone. */
async function isAnswered(): Promise<boolean> {
  try {
    const answer = await fetch('/', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(PATIENCE) })
    return answer.ok && answer.headers.has('Qwixx')
  } catch {
    return false
  }
}

let look = (): void => undefined

/** A request got no answer: new games begin on this device, where it can, until the server answers again. */
export function noteLost(): void {
  isLost = true
  look()
}

/** Begins to watch; calls back each time that the server is reached again. */
export function watchServer(onreached: () => void): void {
  if (IS_SITE) return
  const attempt = async (): Promise<void> => {
    clearTimeout(timer)
    if (!isLost) return
    if (await isAnswered()) {
      onreached()
      isLost = openedOffline = false
      delete dataset.offline
    } else timer = setTimeout(attempt, AGAIN)
  }
  look = () => {
    clearTimeout(timer)
    timer = setTimeout(attempt, AGAIN)
  }
  addEventListener('offline', noteLost)
  addEventListener('online', attempt)
  void attempt()
}
