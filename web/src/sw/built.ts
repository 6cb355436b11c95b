/** What vite.config.ts writes before this script: which client it belongs to. */
declare const BUILT: {
  /** It changes with every file of the client, and with this script. */
  readonly version: string
  /** Paths of all scripts, styles and fonts. */
  readonly files: readonly string[]
}

export const { version, files } = BUILT
