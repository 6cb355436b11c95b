/** Downloads what games on this device need, and removes it. */
import { PACK } from 'virtual:device'
import { registerWorker } from '../offline/worker.svelte'
import { storageName } from '../site'
import { here } from './here.svelte'
import { endTrouble, endWorker } from './host'
import { CACHE, keepFile, missing, NoFile, WrongFile } from './pack'
import { DEVICE_STORAGE, type PackedFile } from './packed'

/** Why nothing was kept; what was kept before is still there. */
type DownloadProblem = 'old' | 'forbidden' | 'full' | 'wrong' | 'lost' | 'stopped'

export class DownloadError extends Error {
  constructor(readonly kind: DownloadProblem) {
    super(kind)
  }
}

// Milliseconds in which the service worker keeps the client: without the page there is nothing to play on.
const PAGE_TIMEOUT = 60_000

const bytesOf = (files: readonly PackedFile[]): number => files.reduce((sum, { bytes }) => sum + bytes, 0)

export const totalBytes = bytesOf(PACK.files)

/** How much of it is still to be fetched. */
export const missingBytes = async (): Promise<number> => bytesOf(await missing(PACK.files))

export const isCurrent = (): boolean =>
  PACK.files.every(({ path }) => here.installedPack?.files.some((installed) => installed.path === path))

const isAble = (): boolean => typeof WebAssembly === 'object' && 'DecompressionStream' in globalThis

function kindOf(error: unknown): DownloadProblem {
  if (error instanceof DownloadError) return error.kind
  if (error instanceof WrongFile) return 'wrong'
  if (error instanceof NoFile) return 'lost'
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'AbortError') return 'stopped'
  if (name === 'QuotaExceededError') return 'full'
  // A request that gets no answer is a TypeError; so is one that is cut off.
  return error instanceof TypeError ? 'lost' : 'forbidden'
}

/** Browsers keep nothing for pages without TLS, and some nothing in private windows. */
async function checkPlace(): Promise<void> {
  if (!isAble()) throw new DownloadError('old')
  if (navigator.serviceWorker === undefined || !('caches' in globalThis)) throw new DownloadError('forbidden')
  await new Promise<void>((resolve, reject) => {
    const request = indexedDB.open(storageName(DEVICE_STORAGE))
    request.onupgradeneeded = () => request.transaction?.abort()
    request.onsuccess = () => (request.result.close(), resolve())
    // Without a database yet, the upgrade is aborted above: storage works.
    request.onerror = () => (request.error?.name === 'AbortError' ? resolve() : reject(new DownloadError('forbidden')))
  })
}

async function keepPage(): Promise<void> {
  await registerWorker().catch(() => Promise.reject(new DownloadError('forbidden')))
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new DownloadError('lost')), PAGE_TIMEOUT))
  await Promise.race([navigator.serviceWorker.ready, late])
}

interface Download {
  /** Called with the number of bytes that are complete. */
  onprogress?: (bytes: number) => void
  signal?: AbortSignal
  /** Downloads complete files again, too: they may be damaged. */
  all?: boolean
}

/**
 * Downloads what is missing for games with this page. The service worker deletes earlier versions, when no page needs them
 * any more.
 */
export async function downloadPack({
  onprogress = () => undefined,
  signal,
  all = false,
}: Download = {}): Promise<void> {
  try {
    await checkPlace()
    const wanted = all ? PACK.files : await missing(PACK.files)
    let bytes = totalBytes - bytesOf(wanted)
    onprogress(bytes)
    for (const file of wanted) await keepFile(file, (more) => onprogress((bytes += more)), signal)
    await keepPage()
  } catch (error) {
    throw new DownloadError(kindOf(error))
  }
  here.setInstalledPack(PACK)
  if (here.trouble !== null) {
    await endWorker()
    endTrouble()
  }
  // Asks for persistent storage, which the browser does not evict.
  navigator.storage?.persist?.().catch(() => undefined)
}

/** Brings what was downloaded earlier to the version of this page. */
export async function updatePack(): Promise<void> {
  if (here.installedPack !== null && !isCurrent()) await downloadPack()
}

/** Removes what was downloaded. Games stay. */
export async function removePack(): Promise<void> {
  await endWorker()
  here.setInstalledPack(null)
  await caches.delete(CACHE)
}
