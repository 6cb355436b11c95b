/**
 * Hosts the tables of this device for one page: it carries out what the page asks, in order, and stores every fact before
 * the page gets an answer. Each page has its own worker; all use the same facts.
 */
import type { FromWorker, ToWorker } from '../messages'
import { append, load, type Append } from '../facts'
import { startHost, type Host } from './python'

interface Effects {
  append?: Append
  frames?: readonly { connection: number; text?: string; code?: number }[]
  answer?: { status: number; type: string; body: string }
}

const scope = self as unknown as DedicatedWorkerGlobalScope
const post = (message: FromWorker): void => scope.postMessage(message)
const now = (): number => Date.now() / 1000

// Milliseconds between two looks at what time has brought.
const TICK = 500

const others = new BroadcastChannel('qwixx-device')
const tables = new Map<number, string>()
let host: Host
let turn: Promise<unknown> = Promise.resolve()

/** After everything that was asked before. Python is not asked again once it has failed. */
function inTurn(work: () => Promise<void>): void {
  turn = turn.then(work)
  turn.catch((error: unknown) => post({ type: 'broken', problem: String(error) }))
}

async function carryOut(begun: string): Promise<Effects> {
  let effects = JSON.parse(begun) as Effects
  while (effects.append !== undefined) {
    const { append: wanted } = effects
    const outcome = await append(wanted)
    if (outcome.type === 'stored') others.postMessage(wanted.table)
    effects = JSON.parse(host.resume(JSON.stringify(outcome))) as Effects
  }
  for (const { connection, text, code } of effects.frames ?? []) {
    post(text === undefined ? { type: 'end', connection, code: code ?? 0 } : { type: 'frame', connection, text })
  }
  return effects
}

/** Takes a table into memory, as it is stored now. */
async function know(table: string): Promise<void> {
  if (host.knows(table)) await carryOut(host.catch_up(table, JSON.stringify(await newer(table)), now()))
  else host.load(table, JSON.stringify(await load(table).catch(() => [])))
}

const newer = (table: string) => load(table, host.version(table) + 1).catch(() => [])

const TABLE = /^\/api\/tables\/([^/]+)/

async function answer({ id, method, path, body }: ToWorker & { type: 'request' }): Promise<void> {
  const [, table] = TABLE.exec(path) ?? []
  if (table !== undefined) await know(decodeURIComponent(table))
  const { answer } = await carryOut(host.request(method, decodeURIComponent(path), body, now()))
  if (answer !== undefined)
    post({ type: 'answer', id, status: answer.status, contentType: answer.type, body: answer.body })
}

async function handle(message: ToWorker): Promise<void> {
  switch (message.type) {
    case 'start':
      host = await startHost(message)
      post({ type: 'ready' })
      break
    case 'request':
      await answer(message)
      break
    case 'open':
      await know(message.table)
      tables.set(message.connection, message.table)
      await carryOut(host.connect(message.connection, message.table, message.since, message.watch, now()))
      break
    case 'send':
      await carryOut(host.receive(message.connection, message.text, now()))
      break
    case 'close':
      tables.delete(message.connection)
      await carryOut(host.disconnect(message.connection, now()))
      break
    default:
      message satisfies never
  }
}

scope.onmessage = ({ data }: MessageEvent<ToWorker>) => inTurn(() => handle(data))

others.onmessage = ({ data: table }: MessageEvent<string>) =>
  inTurn(async () => {
    if (host?.knows(table)) await know(table)
  })

let ticking = false
setInterval(() => {
  if (ticking || tables.size === 0) return
  ticking = true
  inTurn(async () => {
    for (const table of new Set(tables.values())) await carryOut(host.tick(table, now()))
    ticking = false
  })
}, TICK)
