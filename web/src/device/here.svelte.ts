/** Whether games can be played on this device, and whether new games begin here. */
import { server } from '../offline/server.svelte'
import { storageKey, load, save } from '../storage'
import type { Pack } from './packed'

const KEY = 'device'

/** Why no worker is started: it failed again and again, or it is of another version than this page. */
type Trouble = 'broken' | 'version'

function readPack(): Pack | null {
  try {
    const found = JSON.parse(load(KEY) ?? 'null') as Pack | null
    return Array.isArray(found?.files) ? found : null
  } catch {
    return null
  }
}

class DeviceGames {
  #installedPack = $state.raw(readPack())
  #trouble = $state<Trouble | null>(null)

  /** What was downloaded, in the version that is complete. */
  get installedPack(): Pack | null {
    return this.#installedPack
  }

  /** There is no server, as far as this page knows: new games begin on this device. */
  get playsOffline(): boolean {
    return server.isLost
  }

  get trouble(): Trouble | null {
    return this.#trouble
  }

  setInstalledPack(pack: Pack | null): void {
    this.#installedPack = pack
    save(KEY, pack === null ? '' : JSON.stringify(pack))
  }

  /** Reads again what other tabs may have changed. */
  rereadInstalledPack(): Pack | null {
    this.#installedPack = readPack()
    return this.#installedPack
  }

  setTrouble(kind: Trouble | null): void {
    this.#trouble = kind
  }
}

export const here = new DeviceGames()

// Without a window, as in a test, there are no other tabs.
globalThis.addEventListener?.('storage', ({ key }) => {
  if (key === null || key === storageKey(KEY)) here.rereadInstalledPack()
})
