/**
 * Hosts the tables of this device for one page: it carries out what the page asks, in order, and stores every fact before
 * the page gets an answer. Each page has its own worker; all use the same facts.
 */
import { FactStore, type Append, type StoredFact } from '../facts'
import { MESSAGES_VERSION, type FromWorker, type ToWorker } from '../messages'
import { startHost, type Host } from './python'

interface Effects {
  append?: Append
  frames?: readonly { connection: number; text?: string; code?: number }[]
  answer?: { status: number; type: string; body: string }
  failure?: string
}

const scope = self as unknown as DedicatedWorkerGlobalScope
const post = (message: FromWorker): void => scope.postMessage(message)
const now = (): number => Date.now() / 1000

// Milliseconds between two looks at what time has brought.
const TICK = 500

const tables = new Map<number, string>()
let store: FactStore
/** Tells the workers of other pages at which table facts were stored. */
let channel: BroadcastChannel
let host: Host
let queue: Promise<unknown> = Promise.resolve()

const describe = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))

/** After everything that was asked before. Python is not asked again once it has failed. */
function enqueue(work: () => Promise<void>): void {
  queue = queue.then(work)
  queue.catch((error: unknown) => post({ type: 'broken', problem: describe(error) }))
}

async function runEffects(begun: string): Promise<Effects> {
  let effects = JSON.parse(begun) as Effects
  while (effects.append !== undefined) {
    const { append: wanted } = effects
    const outcome = await store.append(wanted)
    if (outcome.type === 'stored') channel.postMessage(wanted.table)
    effects = JSON.parse(host.resume(JSON.stringify(outcome))) as Effects
  }
  for (const { connection, text, code } of effects.frames ?? []) {
    if (text !== undefined) post({ type: 'frame', connection, text })
    else {
      tables.delete(connection)
      post({ type: 'end', connection, code: code ?? 0 })
    }
  }
  if (effects.failure !== undefined) post({ type: 'failure', problem: effects.failure })
  return effects
}

/** Takes a table into memory, as it is stored now. */
async function loadOrRefresh(table: string): Promise<void> {
  if (host.knows(table)) {
    // What cannot be read now comes with the next conflict.
    const newer = await store.load(table, host.version(table) + 1).catch(() => [])
    await runEffects(host.catch_up(table, JSON.stringify(newer), now()))
    return
  }
  let past: StoredFact[]
  try {
    past = await store.load(table)
  } catch (error) {
    host.load_failed(table)
    return post({ type: 'failure', problem: describe(error) })
  }
  await runEffects(host.load(table, JSON.stringify(past)))
}

const TABLE = /^\/api\/tables\/([^/]+)/

async function answer({ id, method, path, body }: ToWorker & { type: 'request' }): Promise<void> {
  const [, table] = TABLE.exec(path) ?? []
  if (table !== undefined) await loadOrRefresh(decodeURIComponent(table))
  const { answer } = await runEffects(host.request(method, decodeURIComponent(path), body, now()))
  if (answer !== undefined)
    post({ type: 'answer', id, status: answer.status, contentType: answer.type, body: answer.body })
}

async function start(message: ToWorker & { type: 'start' }): Promise<void> {
  store = new FactStore(message.storage)
  channel = new BroadcastChannel(message.storage)
  channel.onmessage = ({ data: table }: MessageEvent<string>) =>
    enqueue(async () => {
      if (host.knows(table)) await loadOrRefresh(table)
    })
  host = await startHost(message)
  post({ type: 'ready', version: MESSAGES_VERSION })
}

async function handle(message: ToWorker): Promise<void> {
  switch (message.type) {
    case 'start':
      await start(message)
      break
    case 'request':
      await answer(message)
      break
    case 'open':
      await loadOrRefresh(message.table)
      tables.set(message.connection, message.table)
      await runEffects(host.connect(message.connection, message.table, message.since, message.watch, now()))
      break
    case 'send':
      await runEffects(host.receive(message.connection, message.text, now()))
      break
    case 'close':
      tables.delete(message.connection)
      await runEffects(host.disconnect(message.connection, now()))
      break
    default:
      message satisfies never
  }
}

scope.onmessage = ({ data }: MessageEvent<ToWorker>) => enqueue(() => handle(data))

let ticking = false
setInterval(() => {
  if (ticking || tables.size === 0) return
  ticking = true
  enqueue(async () => {
    for (const table of new Set(tables.values())) await runEffects(host.tick(table, now()))
    ticking = false
  })
}, TICK)
