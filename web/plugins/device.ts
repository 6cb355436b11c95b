/** Tells the client what is packed for games on a device: web/device_pack.py. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import type { Pack } from '../src/device/packed.ts'

const MANIFEST = fileURLToPath(new URL('../node_modules/.device/pack.json', import.meta.url))
const VIRTUAL = 'virtual:device'

export function packed(): Pack {
  const { engine, worker, library, modules, info, files } = JSON.parse(readFileSync(MANIFEST, 'utf-8')) as Pack
  return { engine, worker, library, modules, info, files }
}

export default function device(): Plugin {
  return {
    name: 'device',
    resolveId: (id) => (id === VIRTUAL ? `\0${id}` : undefined),
    load: (id) => (id === `\0${VIRTUAL}` ? `export const PACK = ${JSON.stringify(packed())}` : undefined),
  }
}
