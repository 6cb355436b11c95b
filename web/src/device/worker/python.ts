/** The host of the tables: qwixx.device, in Pyodide. */
import { loadPyodide } from 'pyodide'
import type { Pack } from '../packed'

export interface Host {
  knows(table: string): boolean
  version(table: string): number
  load(table: string, past: string): void
  catch_up(table: string, newer: string, at: number): string
  request(method: string, path: string, body: string, at: number): string
  connect(connection: number, table: string, since: number, watch: boolean, at: number): string
  receive(connection: number, text: string, at: number): string
  disconnect(connection: number, at: number): string
  tick(table: string, at: number): string
  resume(outcome: string): string
}

const BEGIN = `
import random, sys
sys.path.insert(0, "/modules")
from qwixx.device.host import DeviceHost
DeviceHost(random.SystemRandom())
`

/** Starts Python from the addresses of the pack. */
export async function startHost({ engine, library, modules, info }: Omit<Pack, 'files' | 'worker'>): Promise<Host> {
  const packed = fetch(modules).then((response) => response.arrayBuffer())
  const indexURL = `${engine}/`
  const python = await loadPyodide({
    indexURL,
    stdLibURL: library,
    // Nothing else is loaded, from here or elsewhere.
    packageBaseUrl: indexURL,
    lockFileContents: JSON.stringify({ info, packages: {} }),
  })
  python.unpackArchive(await packed, 'zip', { extractDir: '/modules' })
  return python.runPython(BEGIN) as Host
}
