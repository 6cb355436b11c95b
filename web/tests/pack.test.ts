/** How a file of the pack is fetched. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepFile, NoFile, WrongFile } from '../src/device/pack'

const CONTENT = 'print()'
let kept: Map<string, Response>
let answer: Response

const gzipped = async (text: string): Promise<ArrayBuffer> =>
  new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer()

async function sha256(bytes: ArrayBuffer): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
}

beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('fetch', async () => answer)
  vi.stubGlobal('caches', { open: async () => ({ put: async (path: string, it: Response) => kept.set(path, it) }) })
})

afterEach(() => vi.unstubAllGlobals())

const fileOf = async (packed: ArrayBuffer, type = 'text/javascript') => ({
  path: '/assets/device/a',
  type,
  bytes: packed.byteLength,
  sha256: await sha256(packed),
})

test('a file is kept unpacked, and only a script may compile WebAssembly', async () => {
  const packed = await gzipped(CONTENT)
  for (const [type, policy] of [
    ['text/javascript', expect.stringContaining('wasm-unsafe-eval')],
    ['application/zip', null],
  ] as const) {
    answer = new Response(packed)
    const bytes = vi.fn()
    await keepFile(await fileOf(packed, type), bytes)
    expect(bytes.mock.calls.flat().reduce((sum: number, more: number) => sum + more, 0)).toBe(packed.byteLength)
    const response = kept.get('/assets/device/a')
    expect(response?.headers.get('Content-Security-Policy')).toEqual(policy)
    expect(await response?.text()).toBe(CONTENT)
  }
})

test.each([
  ['that a newer version has replaced', 404, WrongFile],
  ['of a server that is too busy', 503, NoFile],
  ['asked for too often', 429, NoFile],
])('a file %s', async (_, status, error) => {
  answer = new Response(null, { status })
  await expect(keepFile(await fileOf(await gzipped(CONTENT)))).rejects.toBeInstanceOf(error)
  expect(kept.size).toBe(0)
})

test('a file that was cut off is not kept', async () => {
  const packed = await gzipped(CONTENT)
  answer = new Response(packed.slice(4))
  await expect(keepFile(await fileOf(packed))).rejects.toBeInstanceOf(WrongFile)
  expect(kept.size).toBe(0)
})
