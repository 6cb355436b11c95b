/** Whether the server can be reached, as far as this page knows. */

// Milliseconds between attempts.
const AGAIN = 5000
const { dataset } = document.documentElement

let isLost = $state('offline' in dataset || !navigator.onLine)
let isFromDevice = $state('offline' in dataset)
let timer: ReturnType<typeof setTimeout> | undefined

export const reach = {
  get isLost(): boolean {
    return isLost
  },
  /** This page was opened without the server, which was not reached since. */
  get isFromDevice(): boolean {
    return isFromDevice
  },
}

/** Whether our server answers: at the same address there may be another, or a proxy alone. */
async function isAnswered(): Promise<boolean> {
  try {
    const answer = await fetch('/', { method: 'HEAD', cache: 'no-store' })
    return answer.ok && answer.headers.has('Qwixx')
  } catch {
    return false
  }
}

/** Begins to watch; calls back each time that the server is reached again. */
export function watchReach(onreached: () => void): void {
  const attempt = async (): Promise<void> => {
    clearTimeout(timer)
    if (!isLost) return
    if (await isAnswered()) {
      onreached()
      isLost = isFromDevice = false
      delete dataset.offline
    } else timer = setTimeout(attempt, AGAIN)
  }
  addEventListener('offline', () => {
    isLost = true
    timer = setTimeout(attempt, AGAIN)
  })
  addEventListener('online', attempt)
  void attempt()
}
