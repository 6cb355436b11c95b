/** This page and its service worker: src/sw. */
import { language } from '../i18n.svelte'
import { fileAt } from '../site'
import type { WorkerMessage, News } from '../sw/messages'

const SCRIPT = fileAt('/sw.js')
const GONE: readonly number[] = [404, 410]
// Milliseconds: a page that stays open asks for a new version so often.
const ASK_EVERY = 3_600_000

class Version {
  #isOutdated = $state(false)

  /** Whether a newer version than this page is available. */
  get isOutdated(): boolean {
    return this.#isOutdated
  }

  noteNewer(): void {
    this.#isOutdated = true
  }
}

export const version = new Version()

const tell = (worker: ServiceWorker | null, message: WorkerMessage): void => worker?.postMessage(message)

const firstScript = (): string => {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"]')
  return script === null ? '' : new URL(script.src).pathname
}

/** A host that withdraws the service worker answers 404 or 410 for its script. */
async function endIfWithdrawn(): Promise<void> {
  const answer = await fetch(SCRIPT, { method: 'HEAD', cache: 'no-store' })
  if (GONE.includes(answer.status)) await (await navigator.serviceWorker.getRegistration(fileAt('/')))?.unregister()
}

const isSavingData = (): boolean => {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

/** Tells the worker the language, and lets a new version take over when no page of another one is open. */
function greet({ installing, waiting, active }: ServiceWorkerRegistration): void {
  if (waiting !== null) tell(waiting, { type: 'replace', language: language.now, script: firstScript() })
  // A worker that is about to be replaced gets no message: Chromium would wait for ever for it to finish.
  else if (installing === null) tell(active, { type: 'keep', language: language.now })
}

function greetEachVersion(registration: ServiceWorkerRegistration): void {
  const meet = (): void => registration.installing?.addEventListener('statechange', () => greet(registration))
  meet()
  registration.addEventListener('updatefound', meet)
}

let registration: ServiceWorkerRegistration | undefined

/** Asks for a new version; fails without a server. */
export async function askForUpdate(): Promise<void> {
  await registration?.update()
}

/** Registers the service worker; fails where storage is forbidden. */
export const registerWorker = (): Promise<ServiceWorkerRegistration> => navigator.serviceWorker.register(SCRIPT)

/** Saves the client on this device, for use without a server. */
export async function keepClient(): Promise<void> {
  const { serviceWorker } = navigator
  // Browsers have none on pages without TLS, save on the machine itself.
  if (serviceWorker === undefined || (serviceWorker.controller === null && isSavingData())) return
  serviceWorker.addEventListener('message', ({ data }) => {
    if ((data as News) === 'newer') version.noteNewer()
  })
  try {
    const wasThere = (await serviceWorker.getRegistration(fileAt('/'))) !== undefined
    registration = await registerWorker()
    if (wasThere) await askForUpdate()
  } catch {
    await endIfWithdrawn().catch(() => undefined)
  }
  if (registration === undefined) return
  greetEachVersion(registration)
  setInterval(() => void askForUpdate().catch(() => undefined), ASK_EVERY)
  const ready = await serviceWorker.ready
  $effect.root(() => {
    $effect(() => greet(ready))
  })
}
