/**
 * Messages, numbers and dates in the chosen language: messages/LANGUAGE.json has the messages, and docs/messages.md says
 * how they are written.
 */
import { fetchPart, START } from 'virtual:messages'
import { type Language, LANGUAGES } from './languages'
import { format, type Form, type Values } from './message'
import type { Messages } from './messages'
import type { Colour } from './rules'
import { save } from './storage'

export type { Language }
export type Key = keyof Messages
type Intersection<K extends Key> = (K extends Key ? (params: Messages[K]) => void : never) extends (
  params: infer P,
) => void
  ? P
  : never
/** What the placeholders of a message take; where it may be one of several, all that they take. */
export type Params<K extends Key> = { [Name in keyof Intersection<K>]: Intersection<K>[Name] }
/** Messages without placeholders. */
export type PlainKey = { [K in Key]: keyof Messages[K] extends never ? K : never }[Key]
/** The arguments after the key: none for a message without placeholders. */
export type Arguments<P> = keyof P extends never ? [] : [params: P]

const messages: Partial<Record<Language, Readonly<Record<string, Form>>>> = {}
const parts = new Map<string, Promise<void>>([[START, Promise.resolve()]])

class CurrentLanguage {
  #now = $state<Language>('en')
  // What found no message looks again when more have come; nothing else has to.
  #additions = $state(0)
  #latestCall = 0

  get now(): Language {
    return this.#now
  }

  /** Shows everything in this language, and returns true unless a later call has replaced this one. */
  async use(wanted: Language): Promise<boolean> {
    const call = ++this.#latestCall
    const found = await messagesIn(wanted)
    if (call !== this.#latestCall) return false
    messages[wanted] = found
    this.#now = wanted
    // This tells the browser, and with it screen readers, which language the page is in.
    document.documentElement.lang = locale()
    document.querySelector('meta[name="description"]')?.setAttribute('content', t('app.description'))
    return true
  }

  /** Changes the language of everything on the page; without a connection it stays as it is. */
  async set(wanted: Language): Promise<void> {
    if (await this.use(wanted)) save('language', wanted)
  }

  /** Adds messages in a language. */
  add(to: Language, found: Readonly<Record<string, Form>>): void {
    messages[to] = { ...messages[to], ...found }
    this.#additions++
  }

  /** A message of this language; undefined until there is one. */
  find(key: string): Form | undefined {
    const form = messages[this.#now]?.[key]
    if (form === undefined) void this.#additions
    return form
  }
}

export const language = new CurrentLanguage()

const locale = (): string => LANGUAGES[language.now].locale

async function messagesIn(wanted: Language): Promise<Readonly<Record<string, Form>>> {
  const asked = parts.size
  const found = await Promise.all([...parts.keys()].map((part) => fetchPart(wanted, part)))
  // Other parts may have been asked for in the meantime.
  return parts.size > asked ? messagesIn(wanted) : Object.assign({}, ...found)
}

/** If the language changes in the meantime, this part is loaded in that one, too. */
async function loadPart(part: string): Promise<void> {
  const wanted = language.now
  try {
    language.add(wanted, await fetchPart(wanted, part))
  } catch (error) {
    parts.delete(part)
    throw error
  }
}

/** Loads the messages of parts of the client; to be awaited before one of them is shown. */
export async function loadMessages(wanted: readonly string[]): Promise<void> {
  for (const part of wanted) if (!parts.has(part)) parts.set(part, loadPart(part))
  await Promise.all(wanted.map((part) => parts.get(part)))
}

const made = new Map<string, unknown>()

/** A formatter of the language in use: making one takes a hundred times as long as using it. */
function formatter<T>(kind: string, make: (locale: string) => T): T {
  const key = `${locale()} ${kind}`
  const found = (made.get(key) as T | undefined) ?? make(locale())
  made.set(key, found)
  return found
}

const pluralForm = (count: number): string =>
  formatter('plural', (locale) => new Intl.PluralRules(locale)).select(count)

/** The message with a key that may not exist, with `values` filled in. */
export function findMessage(key: string, values: Values): string | undefined {
  const form = language.find(key)
  return form === undefined ? undefined : format(form, values, { number, pluralForm })
}

/** The message `key`, with `params` filled in. */
export function t<K extends Key>(key: K, ...[params]: Arguments<Params<K>>): string {
  return fill(key, (params ?? {}) as Params<K>)
}

/** The same where the key is put together: `params` are those of all messages that it may name. */
export const fill = <K extends Key>(key: K, params: Params<K>): string => findMessage(key, params as Values) ?? key

/** A number as the language writes it, with a real minus sign, which zero never has: −0.3 is rounded to −0. */
export function number(value: number, how?: Intl.NumberFormatOptions): string {
  const kind = how === undefined ? 'number' : JSON.stringify(how)
  const format = formatter(kind, (locale) => new Intl.NumberFormat(locale, { signDisplay: 'negative', ...how }))
  return format.format(value).replace('-', '−')
}

/** A share of the win in percent. */
export function percent(value: number, how: Intl.NumberFormatOptions = {}): string {
  return number(value, { style: 'percent', maximumFractionDigits: 0, ...how })
}

/** "Ann, Bob and Cem". */
export function list(items: readonly string[], type: 'conjunction' | 'disjunction' = 'conjunction'): string {
  return formatter(type, (locale) => new Intl.ListFormat(locale, { type })).format(items)
}

export function colourName(colour: Colour): string {
  return t(`colour.${colour}`)
}

export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase(locale()) + text.slice(1)
}

const written = (at: number, how: Intl.DateTimeFormatOptions): string =>
  formatter(JSON.stringify(how), (locale) => new Intl.DateTimeFormat(locale, how)).format(at)

/** The day of a moment, where the device is. */
export const dayText = (at: number, dateStyle: 'medium' | 'long' = 'medium'): string => written(at, { dateStyle })

export const timeText = (at: number): string => written(at, { timeStyle: 'short' })

/** A day that is the same everywhere, written 2026-11-16. */
export const dateText = (iso: string): string => written(Date.parse(iso), { dateStyle: 'long', timeZone: 'UTC' })

/** Lines as sentences, one after the other: each with a capital letter and one full stop. */
export function asSentences(lines: readonly string[]): string {
  const said = lines.map((line) => line.trim().replace(/\.$/, '')).filter((line) => line !== '')
  return said.map((line) => (/[!?…]$/.test(line) ? capital(line) : `${capital(line)}.`)).join(' ')
}

/** A time limit: seconds, or whole minutes. */
export function duration(seconds: number): string {
  return seconds % 60 === 0 ? t('minutes', { count: seconds / 60 }) : t('seconds', { count: seconds })
}
