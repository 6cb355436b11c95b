/**
 * The service worker's global scope, and which client it belongs to. Its types clash with those of a page,
 * so tsconfig.sw.json checks this folder.
 */
export const scope = self as unknown as ServiceWorkerGlobalScope

/** The folder that the client is in, as `/` or `/games/qwixx/`. */
export const FOLDER = new URL('.', scope.location.href).pathname

/** The path that a file or a page has at the root of a server. */
export const pathOf = ({ pathname }: URL): string => `/${pathname.slice(FOLDER.length)}`

/** The address of such a path. */
export const addressOf = (path: string): string => FOLDER + path.slice(1)

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
