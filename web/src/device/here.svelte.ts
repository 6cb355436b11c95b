/** Whether games can be played on this device, and whether new games begin here. */
import { server } from '../offline/server.svelte'
import { keyOf, load, save } from '../storage'
import type { Pack } from './packed'

const KEY = 'device'

/** Why no worker is started: it failed again and again, or it is of another version than this page. */
export type Trouble = 'broken' | 'version'

function readPack(): Pack | null {
  try {
    const found = JSON.parse(load(KEY) ?? 'null') as Pack | null
    return Array.isArray(found?.files) ? found : null
  } catch {
    return null
  }
}

let installedPack = $state.raw(readPack())
let trouble = $state<Trouble | null>(null)

export const here = {
  /** What was downloaded, in the version that is complete. */
  get installedPack(): Pack | null {
    return installedPack
  },
  /** There is no server, as far as this page knows: new games begin on this device. */
  get playsOffline(): boolean {
    return server.isLost
  },
  get trouble(): Trouble | null {
    return trouble
  },
}

export function setInstalledPack(pack: Pack | null): void {
  installedPack = pack
  save(KEY, pack === null ? '' : JSON.stringify(pack))
}

/** Reads again what other tabs may have changed. */
export function rereadInstalledPack(): Pack | null {
  installedPack = readPack()
  return installedPack
}

export function setTrouble(kind: Trouble | null): void {
  trouble = kind
}

// Without a window, as in a test, there are no other tabs.
globalThis.addEventListener?.('storage', ({ key }) => {
  if (key === null || key === keyOf(KEY)) rereadInstalledPack()
})
