/** Downloads what games on this device need, and removes it. */
import { PACK } from 'virtual:device'
import { registerWorker } from '../offline/worker.svelte'
import { here, noteKept } from './here.svelte'
import { giveUp } from './host'
import { CACHE, forgetOthers, keepFile, missing, WrongFile } from './pack'

/** Why nothing was kept; what was kept before is still there. */
export type Kind = 'old' | 'forbidden' | 'full' | 'wrong' | 'lost' | 'stopped'

export class KeepingError extends Error {
  constructor(readonly kind: Kind) {
    super(kind)
  }
}

// Milliseconds in which the service worker keeps the client: without the page there is nothing to play on.
const PATIENCE = 60_000

export const totalBytes = PACK.files.reduce((sum, { bytes }) => sum + bytes, 0)

/** How much of it is still to be fetched. */
export async function missingBytes(): Promise<number> {
  return (await missing(PACK.files)).reduce((sum, { bytes }) => sum + bytes, 0)
}

export const isCurrent = (): boolean =>
  PACK.files.every(({ path }) => here.kept?.files.some((kept) => kept.path === path))

const isAble = (): boolean => typeof WebAssembly === 'object' && 'DecompressionStream' in globalThis

function kindOf(error: unknown): Kind {
  if (error instanceof KeepingError) return error.kind
  if (error instanceof WrongFile) return 'wrong'
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'AbortError') return 'stopped'
  if (name === 'QuotaExceededError') return 'full'
  // A request that gets no answer is a TypeError; so is one that is cut off.
  return error instanceof TypeError ? 'lost' : 'forbidden'
}

/** Browsers keep nothing for pages without TLS, and some nothing in private windows. */
async function checkPlace(): Promise<void> {
  if (!isAble()) throw new KeepingError('old')
  if (navigator.serviceWorker === undefined || !('caches' in globalThis)) throw new KeepingError('forbidden')
  await new Promise<void>((resolve, reject) => {
    const request = indexedDB.open('qwixx-device')
    request.onupgradeneeded = () => request.transaction?.abort()
    request.onsuccess = () => (request.result.close(), resolve())
    // Without a database yet, the upgrade is aborted above: storage works.
    request.onerror = () => (request.error?.name === 'AbortError' ? resolve() : reject(new KeepingError('forbidden')))
  })
}

async function keepPage(): Promise<void> {
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new KeepingError('lost')), PATIENCE))
  await registerWorker().catch(() => Promise.reject(new KeepingError('forbidden')))
  await Promise.race([navigator.serviceWorker.ready, late])
}

/** Downloads what is missing; `onprogress` is called with the number of bytes that are there. */
export async function keepPack(onprogress: (bytes: number) => void, signal?: AbortSignal): Promise<void> {
  try {
    await checkPlace()
    const wanted = await missing(PACK.files)
    let bytes = totalBytes - (await missingBytes())
    onprogress(bytes)
    for (const file of wanted) await keepFile(file, (more) => onprogress((bytes += more)), signal)
    await keepPage()
  } catch (error) {
    throw new KeepingError(kindOf(error))
  }
  noteKept(PACK)
  // A browser that may delete what it keeps is asked not to.
  navigator.storage?.persist?.().catch(() => undefined)
  await forgetOthers(PACK.files).catch(() => undefined)
}

/** Brings what was downloaded earlier to the version of this page. */
export async function renewPack(): Promise<void> {
  if (here.kept !== null && !isCurrent()) await keepPack(() => undefined)
}

/** Removes what was downloaded. Games stay. */
export async function removePack(): Promise<void> {
  giveUp()
  noteKept(null)
  await caches.delete(CACHE)
}
