/** What web/device_pack.py packs: it is downloaded once for games on this device. */

/** The name of the database, the cache and the channel of games on this device; a site adds its folder (storageName). */
export const DEVICE_STORAGE = 'qwixx-device'

export interface PackedFile {
  /** Where it is kept, unpacked. */
  readonly path: string
  readonly type: string
  /** Of what is fetched. */
  readonly bytes: number
  readonly sha256: string
}

export interface Pack {
  /** The folder of Pyodide's WebAssembly. */
  readonly engine: string
  /** The script that hosts the tables. */
  readonly worker: string
  readonly library: string
  readonly modules: string
  /** What Pyodide says of itself, and asks for. */
  readonly info: Readonly<Record<string, string>>
  readonly files: readonly PackedFile[]
}
