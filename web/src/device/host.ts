/** The worker that hosts the tables of this device, as its page uses it: started lazily, and restarted when it breaks. */
import { PACK } from 'virtual:device'
import { reportError } from '../errors'
import { fileAt, storageName } from '../site'
import { NO_CODE } from '../socket'
import { here } from './here.svelte'
import { type FromWorker, MESSAGES_VERSION, REPLY_TIMEOUT, START_TIMEOUT, type ToWorker } from './messages'
import { missing } from './pack'
import { DEVICE_STORAGE, type Pack } from './packed'

export interface Subscriber {
  onText: (text: string) => void
  /** The worker has closed the connection, or has ended itself. */
  onLost: (code: number) => void
}

interface Asked {
  resolve: (response: Response) => void
  reject: (error: Error) => void
  timer: ReturnType<typeof setTimeout>
}

/** The worker ended before it answered: the request may be retried. */
class WorkerEnded extends Error {}

/** Games need a download first. */
export class NotInstalled extends Error {}

// Workers that may fail before a command is acknowledged: another one would fail like them.
const MOST_CRASHES = 3
let crashes = 0
const reported = new Set<string>()

function reportOnce(problem: string): void {
  if (reported.has(problem)) return
  reported.add(problem)
  reportError(new Error(problem))
}

/** Browsers may delete what they keep: then it has to be downloaded again. */
async function verifyInstalledPack(): Promise<Pack | null> {
  const pack = here.rereadInstalledPack()
  if (pack === null || (await missing(pack.files)).length === 0) return pack
  here.setInstalledPack(null)
  return null
}

/** That of this page's version where it is complete: another tab may have installed a newer one. */
async function packToStart(): Promise<Pack> {
  const pack = (await missing(PACK.files)).length === 0 ? PACK : await verifyInstalledPack()
  if (pack === null) throw new NotInstalled('games on this device need a download')
  return pack
}

class WorkerHost {
  private readonly worker: Worker
  private readonly subscribers = new Map<number, Subscriber>()
  private readonly asked = new Map<number, Asked>()
  private next = 1
  private readonly startTimer: ReturnType<typeof setTimeout>
  private begin: () => void = () => undefined
  private refuse: (error: Error) => void = () => undefined
  /** Resolves when Python runs. */
  readonly ready = new Promise<void>((resolve, reject) => ([this.begin, this.refuse] = [resolve, reject]))

  constructor({ engine, worker, library, modules, info }: Pack) {
    const at = (path: string): string => new URL(fileAt(path), location.href).href
    this.ready.catch(() => undefined)
    this.worker = new Worker(at(worker), { type: 'module' })
    this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.take(data)
    this.worker.onerror = ({ message }) => this.fail(message || 'the worker did not start')
    this.startTimer = setTimeout(() => this.fail('the worker does not start'), START_TIMEOUT)
    const storage = storageName(DEVICE_STORAGE)
    this.post({ type: 'start', storage, engine: at(engine), library: at(library), modules: at(modules), info })
  }

  async ask(method: string, path: string, body: string): Promise<Response> {
    await this.ready
    const id = this.next++
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.fail('the worker does not answer'), REPLY_TIMEOUT)
      this.asked.set(id, { resolve, reject, timer })
      this.post({ type: 'request', id, method, path, body })
    })
  }

  subscribe(table: string, since: number, watch: boolean, subscriber: Subscriber): number {
    const number = this.next++
    this.subscribers.set(number, subscriber)
    this.post({ type: 'open', connection: number, table, since, watch })
    return number
  }

  send(connection: number, text: string): void {
    this.post({ type: 'send', connection, text })
  }

  close(connection: number): void {
    if (this.subscribers.delete(connection)) this.post({ type: 'close', connection })
  }

  private post(message: ToWorker): void {
    this.worker.postMessage(message)
  }

  private take(message: FromWorker): void {
    switch (message.type) {
      case 'ready':
        clearTimeout(this.startTimer)
        if (message.version === MESSAGES_VERSION) return this.begin()
        here.setTrouble('version')
        return this.end('the worker is of another version')
      case 'broken':
        return this.fail(message.problem)
      case 'failure':
        return reportOnce(message.problem)
      case 'answer': {
        const { id, status, body, contentType } = message
        const asked = this.asked.get(id)
        this.asked.delete(id)
        clearTimeout(asked?.timer)
        return asked?.resolve(new Response(body, { status, headers: { 'Content-Type': contentType } }))
      }
      case 'frame':
        return this.subscribers.get(message.connection)?.onText(message.text)
      case 'end': {
        const subscriber = this.subscribers.get(message.connection)
        this.subscribers.delete(message.connection)
        return subscriber?.onLost(message.code)
      }
      default:
        message satisfies never
    }
  }

  /** It broke, or does not answer any more. */
  fail(problem: string): void {
    reportOnce(problem)
    crashes += 1
    if (crashes >= MOST_CRASHES) here.setTrouble('broken')
    void verifyInstalledPack().catch(() => undefined)
    this.end(problem)
  }

  /** What was stored is there for the next worker. Requests without an answer fail, and may be repeated. */
  end(problem: string): void {
    current = null
    this.worker.terminate()
    clearTimeout(this.startTimer)
    const error = new WorkerEnded(problem)
    this.refuse(error)
    const asked = [...this.asked.values()]
    const subscribers = [...this.subscribers.values()]
    this.asked.clear()
    this.subscribers.clear()
    for (const { reject, timer } of asked) {
      clearTimeout(timer)
      reject(error)
    }
    for (const subscriber of subscribers) subscriber.onLost(NO_CODE)
  }
}

let current: Promise<WorkerHost> | null = null

async function startWorker(): Promise<WorkerHost> {
  if (here.trouble !== null) throw new Error(here.trouble)
  return new WorkerHost(await packToStart())
}

/** The worker of this page; fails where none can be started. */
export async function workerHost(): Promise<WorkerHost> {
  current ??= startWorker()
  try {
    return await current
  } catch (error) {
    current = null
    throw error
  }
}

/** A command was acknowledged: the worker does what it should. */
export function noteAcknowledged(): void {
  crashes = 0
}

/** Another worker may be started after all. */
export function endTrouble(): void {
  crashes = 0
  here.setTrouble(null)
}

/** Replaces a worker that does not answer any more. */
export async function giveUp(): Promise<void> {
  const host = await current?.catch(() => null)
  host?.fail('the worker does not answer')
}

/** Ends the worker, since what it needs is removed or replaced. */
export async function endWorker(): Promise<void> {
  const host = await current?.catch(() => null)
  host?.end('what it needs is replaced')
}

/** Has Python started before the first table is opened. */
export const warmUp = async (): Promise<void> => (await workerHost()).ready

/** A request about the tables of this device; a worker that ends meanwhile is replaced once. */
export async function ask(path: string, body?: unknown): Promise<Response> {
  const attempt = async (): Promise<Response> =>
    (await workerHost()).ask(body === undefined ? 'GET' : 'POST', path, body === undefined ? '' : JSON.stringify(body))
  try {
    return await attempt()
  } catch (error) {
    if (error instanceof WorkerEnded) return attempt()
    throw error
  }
}
