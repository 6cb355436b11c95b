/** Where the words of each language are fetched from: a file for each part of the client that is loaded by itself. */
import type app from './messages/en/app'
import type cards from './messages/en/cards'
import type coach from './messages/en/coach'
import type end from './messages/en/end'
import type gathering from './messages/en/gathering'
import type learn from './messages/en/learn'
import type missing from './messages/en/missing'
import type play from './messages/en/play'
import type reasons from './messages/en/reasons'
import type rules from './messages/en/rules'
import type setup from './messages/en/setup'
import type { Language } from './languages'

interface Parts {
  app: typeof app
  cards: typeof cards
  coach: typeof coach
  end: typeof end
  gathering: typeof gathering
  learn: typeof learn
  missing: typeof missing
  play: typeof play
  reasons: typeof reasons
  rules: typeof rules
  setup: typeof setup
}

export type Part = keyof Parts
export type Key = { [P in Part]: keyof Parts[P] }[Part] & string
export type Words = Readonly<Partial<Record<Key, string>>>

// The words of the page itself stand in it already.
const files = import.meta.glob<Words>(['./messages/*/*.ts', '!./messages/*/page.ts'], { import: 'default' })

/** The words of a part; whoever asks again after a failure causes another try. */
export async function fetchWords(language: Language, part: Part): Promise<Words> {
  const fetchFile = files[`./messages/${language}/${part}.ts`]
  if (fetchFile === undefined) throw new Error(`no words of ${part} in ${language}`)
  return fetchFile()
}
