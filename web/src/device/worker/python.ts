/** The host of the tables: qwixx.device, in Pyodide. */
import { loadPyodide } from 'pyodide'
import type { Pack } from '../packed'

export interface Host {
  knows(table: string): boolean
  version(table: string): number
  load(table: string, past: string): string
  load_failed(table: string): void
  catch_up(table: string, newer: string, at: number): string
  request(method: string, path: string, body: string, at: number): string
  connect(connection: number, table: string, since: number, watch: boolean, at: number): string
  receive(connection: number, text: string, at: number): string
  disconnect(connection: number, at: number): string
  tick(table: string, at: number): string
  resume(outcome: string): string
}

const BOOTSTRAP = `
import random, sys
sys.path.insert(0, "/modules")
from qwixx.device.host import DeviceHost
DeviceHost(random.SystemRandom())
`

async function fetchBytes(address: string): Promise<ArrayBuffer> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} is answered with ${response.status}`)
  return response.arrayBuffer()
}

/** Starts Python from the addresses of the pack. */
export async function startHost({ engine, library, modules, info }: Omit<Pack, 'files' | 'worker'>): Promise<Host> {
  const packed = fetchBytes(modules)
  // It is awaited after Python has started.
  packed.catch(() => undefined)
  const indexURL = `${engine}/`
  const python = await loadPyodide({
    indexURL,
    stdLibURL: library,
    // Nothing else is loaded, from here or elsewhere.
    packageBaseUrl: indexURL,
    lockFileContents: JSON.stringify({ info, packages: {} }),
  })
  python.unpackArchive(await packed, 'zip', { extractDir: '/modules' })
  return python.runPython(BOOTSTRAP) as Host
}
