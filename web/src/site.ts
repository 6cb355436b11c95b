/**
 * Where the client is: at the root of a server, or, as a site, in any folder of files without a server.
 *
 * Paths of pages and files are those on a server everywhere else. A site has one file for all pages: they are named by the
 * fragment of the address, and what a server's fragment has, the step of a replay, stands behind another `#`.
 */

export const IS_SITE: boolean = import.meta.env.MODE === 'site'

/** The address of a file of the client. */
export const fileAt = (path: string): string => (IS_SITE ? `.${path}` : path)

/** A name in the browser's storage, which all clients on one host share: sites can be in many of its folders. */
export const storageName = (name: string): string =>
  IS_SITE ? `${new URL('.', location.href).pathname} ${name}` : name

/** The address of a page. */
export const hrefOf = (path: string): string => (IS_SITE ? `#${path}` : path)

type Address = Pick<URL, 'pathname' | 'hash'>

/** The page that an address leads to. */
export const pathIn = ({ pathname, hash }: Address): string =>
  IS_SITE ? /^#?([^#]*)/.exec(hash)?.[1] || '/' : pathname

/** The mark in a page, as `#12`. */
export const markIn = ({ hash }: Address): string => (IS_SITE ? (/^#[^#]*(#.*)/.exec(hash)?.[1] ?? '') : hash)

/** The address of a mark in the page that is shown. */
export const hrefOfMark = (mark: string): string => (IS_SITE ? hrefOf(pathIn(location)) : '') + mark
