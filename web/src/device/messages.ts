/** What a page and the worker that hosts its tables tell each other. */
import type { Pack } from './packed'

/** Changes with these messages: the worker that was downloaded may be older or newer than the page. */
export const MESSAGES_VERSION = 1

export type ToWorker =
  | ({ type: 'start'; storage: string } & Omit<Pack, 'files' | 'worker'>)
  | { type: 'request'; id: number; method: string; path: string; body: string }
  | { type: 'open'; connection: number; table: string; since: number; watch: boolean }
  | { type: 'send'; connection: number; text: string }
  | { type: 'close'; connection: number }

export type FromWorker =
  | { type: 'ready'; version: number }
  | { type: 'answer'; id: number; status: number; contentType: string; body: string }
  | { type: 'frame'; connection: number; text: string }
  | { type: 'end'; connection: number; code: number }
  /** An error of one table, for developers: the worker goes on. */
  | { type: 'failure'; problem: string }
  /** It cannot go on: the page starts another one. */
  | { type: 'broken'; problem: string }

// Milliseconds until a worker counts as dead: a slow phone has to start Python first, then everything is answered at once.
export const START_TIMEOUT = 45_000
export const REPLY_TIMEOUT = 10_000
