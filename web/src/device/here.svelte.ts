/** Whether games can be played on this device, and whether new games begin here. */
import { server } from '../offline/server.svelte'
import { load, save } from '../storage'
import type { Pack } from './packed'

const KEY = 'device'

function readKept(): Pack | null {
  try {
    const found = JSON.parse(load(KEY) ?? 'null') as Pack | null
    return Array.isArray(found?.files) ? found : null
  } catch {
    return null
  }
}

let kept = $state.raw(readKept())

export const here = {
  /** What was downloaded, in the version that is complete. */
  get kept(): Pack | null {
    return kept
  },
  /** There is no server, as far as this page knows: new games begin on this device. */
  get plays(): boolean {
    return server.isLost
  },
}

export function noteKept(pack: Pack | null): void {
  kept = pack
  save(KEY, pack === null ? '' : JSON.stringify(pack))
}
