/** What a page and the worker that hosts its tables tell each other. */
import type { Pack } from './packed'

export type ToWorker =
  | ({ type: 'start' } & Omit<Pack, 'files' | 'worker'>)
  | { type: 'request'; id: number; method: string; path: string; body: string }
  | { type: 'open'; connection: number; table: string; since: number; watch: boolean }
  | { type: 'send'; connection: number; text: string }
  | { type: 'close'; connection: number }

export type FromWorker =
  | { type: 'ready' }
  | { type: 'answer'; id: number; status: number; contentType: string; body: string }
  | { type: 'frame'; connection: number; text: string }
  | { type: 'end'; connection: number; code: number }
  /** It cannot go on: the page starts another one. */
  | { type: 'broken'; problem: string }
