/** The service worker's global scope. Its types clash with those of a page, so tsconfig.sw.json checks this folder. */
export const scope = self as unknown as ServiceWorkerGlobalScope

/** The folder that the client is in, as `/` or `/games/qwixx/`. */
export const FOLDER = new URL('.', scope.location.href).pathname

/** The path that a file or a page has at the root of a server. */
export const pathOf = ({ pathname }: URL): string => `/${pathname.slice(FOLDER.length)}`

/** The address of such a path. */
export const addressOf = (path: string): string => FOLDER + path.slice(1)
