/** Where the words of each language are fetched from: a file for each part of the client that is loaded by itself. */
import type app from './messages/en/app'
import type cards from './messages/en/cards'
import type coach from './messages/en/coach'
import type company from './messages/en/around/company'
import type daily from './messages/en/around/daily'
import type end from './messages/en/end'
import type fairness from './messages/en/around/fairness'
import type gathering from './messages/en/gathering'
import type history from './messages/en/around/history'
import type learn from './messages/en/learn'
import type missing from './messages/en/missing'
import type offline from './messages/en/around/offline'
import type pad from './messages/en/around/pad'
import type play from './messages/en/play'
import type reasons from './messages/en/reasons'
import type replay from './messages/en/around/replay'
import type rules from './messages/en/rules'
import type said from './messages/en/said'
import type setup from './messages/en/setup'
import type { Language } from './languages'

interface Parts {
  app: typeof app
  cards: typeof cards
  coach: typeof coach
  company: typeof company
  daily: typeof daily
  end: typeof end
  fairness: typeof fairness
  gathering: typeof gathering
  history: typeof history
  learn: typeof learn
  missing: typeof missing
  offline: typeof offline
  pad: typeof pad
  play: typeof play
  reasons: typeof reasons
  replay: typeof replay
  rules: typeof rules
  said: typeof said
  setup: typeof setup
}

export type Part = keyof Parts
export type Key = { [P in Part]: keyof Parts[P] }[Part] & string
export type Words = Readonly<Partial<Record<Key, string>>>

// The words of the page itself stand in it already.
type Files = Record<string, (() => Promise<Words>) | undefined>
const files: Files = import.meta.glob<Words>(['./messages/*/*.ts', '!./messages/*/page.ts'], { import: 'default' })

/** Makes more files known: around/words.ts knows those that the first screen need not know of. */
export function addFiles(more: Files): void {
  Object.assign(files, more)
}

/** The words of a part; whoever asks again after a failure causes another try. */
export async function fetchWords(language: Language, part: Part): Promise<Words> {
  const folder = `/messages/${language}`
  const fetchFile = files[`.${folder}/${part}.ts`] ?? files[`..${folder}/around/${part}.ts`]
  if (fetchFile === undefined) throw new Error(`no words of ${part} in ${language}`)
  return fetchFile()
}
