/** How the files of messages are named: nothing else knows. The service worker imports this, the client gets a copy. */

/** The file of a part in a language. */
export const pathOf = (language: string, part: string, hash: string): string =>
  `/assets/words-${language}-${part}-${hash}.json`

// A part is one word; all before it is the language, as in words-pt-BR-start-….json.
const PATH = /^\/assets\/words-(.+)-\w+-\w+\.json$/

/** The language of a file of messages, in this version of the client or another; undefined for other files. */
export const languageOf = (path: string): string | undefined => PATH.exec(path)?.[1]
