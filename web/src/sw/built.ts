/** What vite.config.ts writes before this script: which client it belongs to. */
declare const BUILT: {
  /** It changes with every file of the client, and with this script. */
  readonly version: string
  /** Paths of all scripts, styles and fonts. */
  readonly files: readonly string[]
  /** A pattern for what the server answers itself: requests, and private links. */
  readonly untouched: string
  /** Whether it is a site without a server. */
  readonly isSite: boolean
  /** The name of the cache of games on this device; a site adds its folder. */
  readonly deviceStorage: string
  /** Paths of what games on this device need. */
  readonly pack: readonly string[]
}

export const { version, files, untouched, isSite, deviceStorage, pack } = BUILT
