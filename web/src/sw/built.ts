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
}

export const { version, files, untouched, isSite } = BUILT
