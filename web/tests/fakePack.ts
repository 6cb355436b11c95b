/** In place of what was packed: virtual:device. */
import type { Pack } from '../src/device/packed'

export const packOf = (version: string): Pack => {
  const files = ['worker.js', 'library.zip', 'modules.zip', 'pyodide.asm.wasm'].map((name) => ({
    path: `/assets/device/${version}/${name}`,
    type: name.endsWith('.js') ? 'text/javascript' : 'application/octet-stream',
    bytes: 3,
    sha256: '',
  }))
  const at = (name: string): string => `/assets/device/${version}/${name}`
  const engine = `/assets/device/${version}`
  return { engine, worker: at('worker.js'), library: at('library.zip'), modules: at('modules.zip'), info: {}, files }
}

export const PACK = packOf('own')
