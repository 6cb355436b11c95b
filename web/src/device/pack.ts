/** The files of the pack on this device: fetched, checked, unpacked and kept. */
import { fileAt, storageName } from '../site'
import { DEVICE_STORAGE, type PackedFile } from './packed'

/** The cache of all files of the pack, of any version: their paths have hashes. */
export const CACHE = storageName(DEVICE_STORAGE)
/** The content security policy of the worker, which alone may compile WebAssembly. */
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
const SCRIPT = 'text/javascript'
/** What the server calls them. */
const SUFFIX = '.pack'

/** What arrived is not what was packed: it was cut off, changed on its way, or is of another version. */
export class WrongFile extends Error {}
/** The server cannot send it now. */
export class NoFile extends Error {}

const TOO_MANY_REQUESTS = 429
const FIRST_SERVER_ERROR = 500

const placeOf = (path: string): string => new URL(fileAt(path), location.href).pathname

const hexOf = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

async function unpacked(packed: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Response(stream).arrayBuffer()
}

async function received(response: Response, onbytes: (bytes: number) => void): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const reader = (response.body as ReadableStream<Uint8Array<ArrayBuffer>>).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    parts.push(value)
    onbytes(value.byteLength)
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}

/** Fetches a file, checks it, and keeps it unpacked. */
export async function keepFile(
  { path, type, sha256 }: PackedFile,
  onbytes: (bytes: number) => void = () => undefined,
  signal?: AbortSignal,
): Promise<void> {
  // A browser that has a wrong file must not give it back.
  const response = await fetch(fileAt(path + SUFFIX), { cache: 'no-store', signal: signal ?? null })
  const { ok, status } = response
  if (!ok) {
    const isPassing = status === TOO_MANY_REQUESTS || status >= FIRST_SERVER_ERROR
    throw new (isPassing ? NoFile : WrongFile)(`${path} is answered with ${status}`)
  }
  const packed = await received(response, onbytes)
  if (hexOf(await crypto.subtle.digest('SHA-256', packed)) !== sha256) throw new WrongFile(path)
  const headers = { 'Content-Type': type, ...(type === SCRIPT && { 'Content-Security-Policy': POLICY }) }
  await (await caches.open(CACHE)).put(fileAt(path), new Response(await unpacked(packed), { headers }))
}

/** Which files of a pack are not kept yet. */
export async function missing(files: readonly PackedFile[]): Promise<PackedFile[]> {
  if (!(await caches.has(CACHE))) return [...files]
  const requests = await (await caches.open(CACHE)).keys()
  const kept = new Set(requests.map(({ url }) => new URL(url).pathname))
  return files.filter(({ path }) => !kept.has(placeOf(path)))
}
