/** What the service worker deletes from the device, which other clients on the same host use as well. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const ORIGIN = 'https://qwixx.test'
const PACK = ['/assets/device/worker-2.js', '/assets/device/modules-2.zip']
let kept: Map<string, Set<string>>

beforeEach(() => {
  vi.resetModules()
  kept = new Map()
  vi.stubGlobal('caches', {
    keys: async () => [...kept.keys()],
    has: async (name: string) => kept.has(name),
    delete: async (name: string) => kept.delete(name),
    open: async (name: string) => ({
      keys: async () => [...(kept.get(name) ?? [])].map((path) => ({ url: ORIGIN + path })),
      delete: async (path: string) => kept.get(name)?.delete(path),
    }),
  })
})

afterEach(() => vi.unstubAllGlobals())

/** Has the worker of a client delete what it does not need. */
async function deleteOutdatedFiles(folder = '/'): Promise<void> {
  const isSite = folder !== '/'
  const built = { version: 'b2', files: [], untouched: '', isSite, deviceStorage: 'qwixx-device', pack: PACK }
  vi.stubGlobal('BUILT', built)
  vi.stubGlobal('self', { location: new URL(`${ORIGIN}${folder}sw.js`) })
  await (await import('../../src/sw/keeping')).deleteOutdatedFiles()
}

test.each([
  ['a server', '/', ['qwixx b2', 'qwixx /games/a/ b1', 'qwixx /games/b/ b1', 'another program']],
  ['a site', '/games/a/', ['qwixx b1', 'qwixx b2', 'qwixx /games/b/ b1', 'another program']],
])('earlier versions of %s go, and no others', async (_, folder, left) => {
  for (const name of ['qwixx b1', 'qwixx b2', 'qwixx /games/a/ b1', 'qwixx /games/b/ b1', 'another program'])
    kept.set(name, new Set())
  await deleteOutdatedFiles(folder)
  expect([...kept.keys()]).toEqual(left)
})

test.each([
  ['a server', '/', 'qwixx-device'],
  ['a site', '/games/a/', '/games/a/ qwixx-device'],
])('games of an earlier version stay on the device until those of this one are there: %s', async (_, folder, own) => {
  const at = (path: string): string => folder + path.slice(1)
  const old = at('/assets/device/modules-1.zip')
  for (const name of ['qwixx-device', '/games/a/ qwixx-device', '/games/b/ qwixx-device'])
    kept.set(name, new Set([old, at(PACK[0] as string)]))
  await deleteOutdatedFiles(folder)
  expect(kept.get(own)?.has(old)).toBe(true)
  kept.get(own)?.add(at(PACK[1] as string))
  await deleteOutdatedFiles(folder)
  for (const [name, paths] of kept) expect([name, paths.has(old)]).toEqual([name, name !== own])
})
