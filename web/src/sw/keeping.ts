/** The caches of the client: one for each version, with its files and its page. */
import { languageOf } from '../../plugins/messages/paths'
import { addressOf, deviceStorage, files, FOLDER, isSite, pack, pathOf, version } from './scope'

// Other programs may have been at this address, and sites are in folders below it: what is not named so is theirs.
const PREFIX = isSite ? `qwixx ${FOLDER} ` : 'qwixx '
const OURS = `${PREFIX}${version}`
const PAGE = '/'
/** The cache of src/device/pack.ts. */
const DEVICE = isSite ? `${FOLDER} ${deviceStorage}` : deviceStorage
/** What the server says with its pages, and no other server does. */
export const MARK = 'Qwixx'

async function ourCaches(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX) && (isSite || !name.startsWith(`${PREFIX}/`)))
}

async function pathsIn(name: string): Promise<string[]> {
  const requests = await (await caches.open(name)).keys()
  return requests.map(({ url }) => pathOf(new URL(url)))
}

/** The languages that this device has words in, of any version. */
async function languagesKept(): Promise<Set<string | undefined>> {
  const paths = await Promise.all((await ourCaches()).map(pathsIn))
  return new Set(paths.flat().map(languageOf))
}

/** The languages that the browser prefers; languages.ts chooses one of them, and a worker has to be a single file. */
function languagesPreferred(): string[] {
  const tags = navigator.languages.map((tag) => `${tag}-`.toLowerCase())
  const known = new Set(files.map(languageOf).filter((language) => language !== undefined))
  const preferred = [...known].filter((language) => tags.some((tag) => tag.startsWith(`${language}-`.toLowerCase())))
  return preferred.length > 0 ? preferred : ['en']
}

async function fetched(path: string, how?: RequestInit): Promise<Response> {
  const response = await fetch(addressOf(path), how)
  if (!response.ok) throw new Error(`${path} is answered with ${response.status}`)
  return response
}

/** The page of this version: while a server is being replaced, it may send that of another. */
async function fetchedPage(): Promise<Response> {
  const response = await fetched(PAGE, { cache: 'no-cache' })
  const text = await response.clone().text()
  const needed = [...text.matchAll(/"\.?(\/assets\/[^"]+)"/g)].map(([, path]) => path as string)
  if (!(isSite || response.headers.has(MARK)) || needed.length === 0) throw new Error('the page is not ours')
  const foreign = needed.find((path) => !files.includes(path))
  if (foreign !== undefined) throw new Error(`the page is of another version: it needs ${foreign}`)
  return response
}

/** Fetches what is missing, one file after the other, so that the game in progress comes first. */
export async function keepFiles(...wanted: readonly string[]): Promise<void> {
  const languages = new Set([...(await languagesKept()), undefined, ...wanted])
  const kept = new Set(await pathsIn(OURS))
  const cache = await caches.open(OURS)
  for (const path of files.filter((each) => !kept.has(each) && languages.has(languageOf(each)))) {
    await cache.put(addressOf(path), (await keptFile(path)) ?? (await fetched(path)))
  }
  if (!kept.has(PAGE)) await cache.put(addressOf(PAGE), await fetchedPage())
}

/** Atomic: on a device whose storage is full, nothing is cached. */
export async function install(): Promise<void> {
  try {
    // The page says which language it is in, but it may lose the network before that.
    await keepFiles(...languagesPreferred())
  } catch (error) {
    await caches.delete(OURS)
    throw error
  }
}

/** Deletes what only earlier versions of the client need: none of their pages is open any more. */
export async function deleteOutdatedFiles(): Promise<void> {
  const others = (await ourCaches()).filter((name) => name !== OURS)
  await Promise.all([...others.map((name) => caches.delete(name)), deleteOutdatedPack()])
}

/** Without a network, games of an earlier version are better than none. */
async function deleteOutdatedPack(): Promise<void> {
  if (!(await caches.has(DEVICE))) return
  const paths = await pathsIn(DEVICE)
  if (!pack.every((path) => paths.includes(path))) return
  const cache = await caches.open(DEVICE)
  const others = paths.filter((path) => !pack.includes(path))
  await Promise.all(others.map((path) => cache.delete(addressOf(path))))
}

export async function deleteCaches(): Promise<void> {
  await Promise.all([...(await ourCaches()), DEVICE].map((name) => caches.delete(name)))
}

/** A file by the path that its content gives it: of any version. */
export async function keptFile(path: string): Promise<Response | undefined> {
  // If storage cannot be read, ask the server.
  return caches.match(addressOf(path), { ignoreVary: true }).catch(() => undefined)
}

/** The page, which can tell by a mark that the server did not send it. */
export async function keptPage(): Promise<Response | undefined> {
  const cache = await caches.open(OURS)
  const response = await cache.match(addressOf(PAGE), { ignoreVary: true })
  if (response === undefined) return undefined
  const headers = new Headers(response.headers)
  // It was unpacked when it came.
  for (const name of ['Content-Encoding', 'Content-Length']) headers.delete(name)
  const text = await response.text()
  return new Response(text.replace('<html', '<html data-offline'), { headers })
}
