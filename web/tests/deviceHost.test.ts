/** The worker of games on this device, as its page uses it; here it is a fake that answers when a test has it do so. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MESSAGES_VERSION, type FromWorker, type ToWorker } from '../src/device/messages'
import { packOf, PACK } from './fakePack'

class FakeWorker {
  static all: FakeWorker[] = []
  onmessage: ((event: { data: FromWorker }) => void) | null = null
  onerror: ((event: { message: string }) => void) | null = null
  readonly heard: ToWorker[] = []
  isTerminated = false

  constructor(readonly address: string) {
    FakeWorker.all.push(this)
  }

  postMessage(message: ToWorker): void {
    this.heard.push(message)
  }

  terminate(): void {
    this.isTerminated = true
  }

  say(data: FromWorker): void {
    this.onmessage?.({ data })
  }

  start(version = MESSAGES_VERSION): void {
    this.say({ type: 'ready', version })
  }

  get requests(): (ToWorker & { type: 'request' })[] {
    return this.heard.filter((message) => message.type === 'request')
  }
}

const ORIGIN = 'https://qwixx.test'
let stored: Map<string, string>
let cached: Set<string>
let onStorage: (event: { key: string | null }) => void

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
  FakeWorker.all = []
  stored = new Map()
  cached = new Set()
  vi.stubGlobal('Worker', FakeWorker)
  vi.stubGlobal('location', new URL(`${ORIGIN}/`))
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('navigator', { onLine: true, sendBeacon: () => true })
  vi.stubGlobal('addEventListener', (type: string, listen: typeof onStorage) => {
    if (type === 'storage') onStorage = listen
  })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  vi.stubGlobal('caches', {
    has: async () => true,
    open: async () => ({ keys: async () => [...cached].map((path) => ({ url: ORIGIN + path })) }),
  })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Has a version on this device, and its record. */
function install(pack = PACK): void {
  for (const { path } of pack.files) cached.add(path)
  stored.set('qwixx.device', JSON.stringify(pack))
}

const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0)

async function latestWorker(): Promise<FakeWorker> {
  await settle()
  const worker = FakeWorker.all.at(-1)
  if (worker === undefined) throw new Error('no worker was started')
  return worker
}

async function modules() {
  const host = await import('../src/device/host')
  const { here } = await import('../src/device/here.svelte')
  return { ...host, here }
}

const answer = { type: 'answer', status: 200, contentType: 'text/plain', body: 'yes' } as const

test('without a download no worker starts', async () => {
  const { ask, NotInstalled } = await modules()
  await expect(ask('/api/tables/device-1')).rejects.toBeInstanceOf(NotInstalled)
  expect(FakeWorker.all).toEqual([])
})

test('a page starts its own version, also where another tab has installed a newer one', async () => {
  install()
  const { ask, here } = await modules()
  install(packOf('newer'))
  onStorage({ key: 'qwixx.device' })
  expect(here.installedPack).toEqual(packOf('newer'))
  void ask('/api/tables/device-1').catch(() => undefined)
  expect((await latestWorker()).address).toBe(ORIGIN + PACK.worker)
})

test('a page without its own version starts the one that is there, and asks for a reload if it differs', async () => {
  install(packOf('older'))
  const { ask, here } = await modules()
  void ask('/api/tables/device-1').catch(() => undefined)
  const worker = await latestWorker()
  expect(worker.address).toBe(ORIGIN + packOf('older').worker)
  worker.start(MESSAGES_VERSION - 1)
  await settle()
  expect([worker.isTerminated, here.trouble, FakeWorker.all.length]).toEqual([true, 'version', 1])
})

test('a file that the browser has deleted is asked for; the record of another tab stays', async () => {
  install()
  const { ask, here, NotInstalled } = await modules()
  cached.delete(PACK.library)
  await expect(ask('/api/tables/device-1')).rejects.toBeInstanceOf(NotInstalled)
  expect(here.installedPack).toBeNull()
  install(packOf('newer'))
  cached.delete(PACK.library)
  void ask('/api/tables/device-1').catch(() => undefined)
  expect((await latestWorker()).address).toBe(ORIGIN + packOf('newer').worker)
  expect(here.installedPack).toEqual(packOf('newer'))
})

test('a request without an answer is asked once more, of another worker', async () => {
  install()
  const { ask } = await modules()
  const asked = ask('/api/tables', { key: 'k' })
  const first = await latestWorker()
  await vi.advanceTimersByTimeAsync(44_000)
  first.start()
  await settle()
  await vi.advanceTimersByTimeAsync(10_000)
  const second = await latestWorker()
  expect([first.isTerminated, second === first]).toEqual([true, false])
  second.start()
  await settle()
  expect(second.requests.map(({ body }) => body)).toEqual(first.requests.map(({ body }) => body))
  second.say({ ...answer, id: second.requests[0]?.id ?? 0 })
  expect(await (await asked).text()).toBe('yes')
})

test('Python that does not start is not waited for without end', async () => {
  install()
  const { ask } = await modules()
  const asked = expect(ask('/api/tables/device-1')).rejects.toThrow('does not start')
  await vi.advanceTimersByTimeAsync(90_000)
  await asked
  expect(FakeWorker.all.map(({ isTerminated }) => isTerminated)).toEqual([true, true])
})

test('after three crashes no other worker starts, until it is downloaded again', async () => {
  install()
  const { workerHost, endTrouble, here } = await modules()
  for (let crash = 1; crash <= 3; crash++) {
    expect(here.trouble).toBeNull()
    await workerHost()
    ;(await latestWorker()).say({ type: 'broken', problem: 'no memory' })
  }
  expect(here.trouble).toBe('broken')
  await expect(workerHost()).rejects.toThrow()
  expect(FakeWorker.all).toHaveLength(3)
  expect(console.error).toHaveBeenCalledOnce()
  endTrouble()
  await workerHost()
  expect(FakeWorker.all).toHaveLength(4)
})

test('a command that was acknowledged counts: crashes now and then are no reason to stop', async () => {
  install()
  const { workerHost, noteAcknowledged, here } = await modules()
  for (let crash = 1; crash <= 5; crash++) {
    await workerHost()
    noteAcknowledged()
    ;(await latestWorker()).onerror?.({ message: 'no memory' })
  }
  expect(here.trouble).toBeNull()
})

test('the connections of a worker that ends are lost, so that they open again', async () => {
  install()
  const { workerHost } = await modules()
  const lost = vi.fn()
  ;(await workerHost()).subscribe('device-1', 0, false, { onText: () => undefined, onLost: lost })
  ;(await latestWorker()).say({ type: 'broken', problem: 'no memory' })
  expect(lost).toHaveBeenCalledExactlyOnceWith(1006)
})
