/** What is kept on the device: the files of one version of the client in one cache, and its page. */
import { files, version } from './built'

// Other programs may have been at this address: what is not named so is theirs.
const PREFIX = 'qwixx '
const OURS = `${PREFIX}${version}`
const PAGE = '/'
// A part is one word, and a hash has seven characters: all before them is the language, as in words-pt-BR-app-….js.
const WORDS = /^\/assets\/words-(.+)-\w+-.{7}\.js$/

/** What the server says with its pages, and no other server does. */
export const MARK = 'Qwixx'

const languageOf = (path: string): string | undefined => WORDS.exec(path)?.[1]

async function ourCaches(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX))
}

async function pathsIn(name: string): Promise<string[]> {
  const requests = await (await caches.open(name)).keys()
  return requests.map(({ url }) => new URL(url).pathname)
}

/** The languages that this device has words in, of any version. */
async function languagesKept(): Promise<Set<string | undefined>> {
  const paths = await Promise.all((await ourCaches()).map(pathsIn))
  return new Set(paths.flat().map(languageOf))
}

async function fetched(path: string, how?: RequestInit): Promise<Response> {
  const response = await fetch(path, how)
  if (!response.ok) throw new Error(`${path} is answered with ${response.status}`)
  return response
}

/** The page of this version: while a server is being replaced, it may send that of another. */
async function fetchedPage(): Promise<Response> {
  const response = await fetched(PAGE, { cache: 'no-cache' })
  const text = await response.clone().text()
  const needed = [...text.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path as string)
  if (!response.headers.has(MARK) || needed.length === 0) throw new Error('the page is not ours')
  const foreign = needed.find((path) => !files.includes(path))
  if (foreign !== undefined) throw new Error(`the page is of another version: it needs ${foreign}`)
  return response
}

/** Fetches what is missing, one file after the other: whoever plays meanwhile comes first. */
export async function keep(language?: string): Promise<void> {
  const languages = (await languagesKept()).add(undefined).add(language)
  const kept = new Set(await pathsIn(OURS))
  const cache = await caches.open(OURS)
  for (const path of files.filter((each) => !kept.has(each) && languages.has(languageOf(each)))) {
    await cache.put(path, (await keptFile(path)) ?? (await fetched(path)))
  }
  if (!kept.has(PAGE)) await cache.put(PAGE, await fetchedPage())
}

/** All of it or nothing: a device whose storage is full goes on without. */
export async function keepAll(): Promise<void> {
  try {
    await keep()
  } catch (error) {
    await caches.delete(OURS)
    throw error
  }
}

export async function forgetOthers(): Promise<void> {
  const others = (await ourCaches()).filter((name) => name !== OURS)
  await Promise.all(others.map((name) => caches.delete(name)))
}

export async function forgetAll(): Promise<void> {
  await Promise.all((await ourCaches()).map((name) => caches.delete(name)))
}

/** A file by the path that its content gives it: of any version. */
export async function keptFile(path: string): Promise<Response | undefined> {
  // Storage that cannot be read is no reason not to ask the server.
  return caches.match(path, { ignoreVary: true }).catch(() => undefined)
}

/** The page, which can tell by a mark that the server did not send it. */
export async function keptPage(): Promise<Response | undefined> {
  const cache = await caches.open(OURS)
  const response = await cache.match(PAGE, { ignoreVary: true })
  if (response === undefined) return undefined
  const headers = new Headers(response.headers)
  // It was unpacked when it came.
  for (const name of ['Content-Encoding', 'Content-Length']) headers.delete(name)
  const text = await response.text()
  return new Response(text.replace('<html', '<html data-offline'), { headers })
}
