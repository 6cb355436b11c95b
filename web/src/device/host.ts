/** The worker that hosts the tables of this device, as its page uses it: it is started when needed, and again if it breaks. */
import { PACK } from 'virtual:device'
import { here, noteKept } from './here.svelte'
import { missing } from './pack'
import { fileAt } from '../site'
import { NO_CODE } from '../socket'
import type { FromWorker, ToWorker } from './messages'

export interface Subscriber {
  hear: (text: string) => void
  /** The worker has ended it, or has ended itself. */
  lost: (code: number) => void
}

type Sent = ToWorker extends infer M ? (M extends unknown ? M : never) : never
type Answered = (response: Response) => void

/** Browsers may delete what they keep: then it has to be downloaded again. */
async function checkKept(): Promise<void> {
  const { kept } = here
  if (kept !== null && (await missing(kept.files)).length > 0) noteKept(null)
}

class Hosting {
  private readonly worker: Worker
  private readonly subscribers = new Map<number, Subscriber>()
  private readonly asked = new Map<number, [Answered, (error: Error) => void]>()
  private next = 1
  private readonly ready: Promise<void>

  constructor(private readonly onend: () => void) {
    const { engine, worker, library, modules, info } = here.kept ?? PACK
    const at = (path: string): string => new URL(fileAt(path), location.href).href
    this.worker = new Worker(at(worker), { type: 'module' })
    let begin: () => void
    let fail: (error: Error) => void
    this.ready = new Promise((resolve, reject) => ([begin, fail] = [resolve, reject]))
    this.ready.catch(() => undefined)
    this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (data.type === 'ready') begin()
      else if (data.type === 'broken') this.end(data.problem, fail)
      else this.take(data)
    }
    this.worker.onerror = (event) => {
      this.end(event.message, fail)
      void checkKept()
    }
    this.post({ type: 'start', engine: at(engine), library: at(library), modules: at(modules), info })
  }

  /** Resolves when Python runs. */
  async begun(): Promise<void> {
    await this.ready
  }

  ask(method: string, path: string, body: string): Promise<Response> {
    const id = this.next++
    return new Promise((resolve, reject) => {
      this.asked.set(id, [resolve, reject])
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

  private post(message: Sent): void {
    this.worker.postMessage(message)
  }

  private take(message: Exclude<FromWorker, { type: 'ready' | 'broken' }>): void {
    switch (message.type) {
      case 'answer': {
        const { id, status, body, contentType } = message
        const [resolve] = this.asked.get(id) ?? []
        this.asked.delete(id)
        resolve?.(new Response(body, { status, headers: { 'Content-Type': contentType } }))
        break
      }
      case 'frame':
        this.subscribers.get(message.connection)?.hear(message.text)
        break
      case 'end': {
        const subscriber = this.subscribers.get(message.connection)
        this.subscribers.delete(message.connection)
        subscriber?.lost(message.code)
        break
      }
      default:
        message satisfies never
    }
  }

  /** What was stored is there for the next worker. Requests without an answer fail, and may be repeated. */
  end(problem: string, fail: (error: Error) => void = () => undefined): void {
    this.worker.terminate()
    this.onend()
    const error = new Error(problem)
    fail(error)
    for (const [, reject] of this.asked.values()) reject(error)
    for (const subscriber of this.subscribers.values()) subscriber.lost(NO_CODE)
    this.asked.clear()
    this.subscribers.clear()
  }
}

let hosting: Hosting | null = null

export function hosted(): Hosting {
  hosting ??= new Hosting(() => (hosting = null))
  return hosting
}

/** Ends a worker that does not answer any more. */
export function giveUp(): void {
  hosting?.end('no answer')
}

/** Has Python started before the first table is opened. */
export const warmUp = (): Promise<void> => hosted().begun()

/** A request about the tables of this device. */
export const ask = (path: string, body?: unknown): Promise<Response> =>
  hosted().ask(body === undefined ? 'GET' : 'POST', path, body === undefined ? '' : JSON.stringify(body))
