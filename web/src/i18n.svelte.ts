/**
 * Words in the chosen language.
 *
 * A message is a string with places for values: `{name}` is replaced by the value, and
 * `{count|cross|crosses}` by the form that the language uses for so many: the first for one, the second for
 * others. Forms may also be named, by a number or as `Intl.PluralRules` names them, and `#` in one of them is
 * the number itself: `{count|=0:nothing|# number|# numbers}`, `{count|one:…|few:…|other:…}`.
 */
import { fetchWords, type Key, type Part, type Words } from './catalogues'
import { LANGUAGES, type Language } from './languages'
import type { Reason } from './protocol'
import { COLOURS, LETTERS, type Colour } from './rules'
import { save } from './storage'

export type { Key, Language, Part }
export type Params = Readonly<Record<string, string | number>>

let now = $state<Language>('en')
// Those who found no words for something look again when more have come; nobody else has to.
let additions = $state(0)
const words: Partial<Record<Language, Words>> = {}
const parts = new Map<Part, Promise<void>>([['app', Promise.resolve()]])

/** The language in use: read `language.now`, change it with `setLanguage`. */
export const language = {
  get now(): Language {
    return now
  },
}

const locale = (): string => LANGUAGES[now].locale

async function wordsIn(wanted: Language): Promise<Words> {
  const asked = parts.size
  const found = await Promise.all([...parts.keys()].map((part) => fetchWords(wanted, part)))
  // Other parts may have been asked for in the meantime.
  return parts.size > asked ? wordsIn(wanted) : (Object.assign({}, ...found) as Words)
}

/** Shows everything in this language; to be awaited before anything is shown. */
export async function useLanguage(wanted: Language): Promise<void> {
  words[wanted] = await wordsIn(wanted)
  now = wanted
  // This tells the browser, and with it screen readers, which language the page is in.
  document.documentElement.lang = locale()
  document.querySelector('meta[name="description"]')?.setAttribute('content', t('app.description'))
}

/** Changes the language of everything on the page; without a connection it stays as it is. */
export async function setLanguage(wanted: Language): Promise<void> {
  await useLanguage(wanted)
  save('language', wanted)
}

/** Whoever changes the language in the meantime loads this part in that, too. */
async function loadPart(part: Part): Promise<void> {
  const wanted = now
  try {
    const found = await fetchWords(wanted, part)
    words[wanted] = { ...words[wanted], ...found }
    additions++
  } catch (error) {
    parts.delete(part)
    throw error
  }
}

/** Loads the words of parts of the client; to be awaited before one of them is shown. */
export async function loadWords(...wanted: readonly Part[]): Promise<void> {
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

const UNNAMED = ['one', 'other']

/** The form that fits a number, of those written in a message. */
function formFor(count: number, forms: readonly string[]): string {
  const named = new Map<string, string>()
  let unnamed = 0
  for (const form of forms) {
    const [, name, text] = /^(?:(=\d+|zero|one|two|few|many|other):)?(.*)$/.exec(form) ?? []
    named.set(name ?? UNNAMED[unnamed++] ?? 'other', text ?? '')
  }
  const form = named.get(`=${count}`) ?? named.get(pluralForm(count)) ?? named.get('other') ?? ''
  return form.replaceAll('#', number(count))
}

function fill(template: string, params: Params): string {
  if (!template.includes('{')) return template
  return template.replace(/\{(\w+)((?:\|[^|}]*)*)\}/g, (whole, name: string, forms: string) => {
    const value = params[name]
    if (value === undefined) return whole
    if (forms !== '') return formFor(Number(value), forms.slice(1).split('|'))
    return typeof value === 'number' ? number(value) : value
  })
}

function templateOf(key: Key): string | undefined {
  const template = words[now]?.[key]
  if (template === undefined) void additions
  return template
}

/** The message `key`, with `params` filled in. */
export function t(key: Key, params: Params = {}): string {
  return fill(templateOf(key) ?? key, params)
}

/** A number as the language writes it, with a real minus sign. */
export function number(value: number, how?: Intl.NumberFormatOptions): string {
  const kind = how === undefined ? 'number' : JSON.stringify(how)
  const format = formatter(kind, (locale) => new Intl.NumberFormat(locale, how))
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

/** The words for a card written `R4` or `J4`: "red 4", "joker 4". */
export function cardName(card: string): string {
  const colour = COLOURS.find((each) => LETTERS[each] === card[0])
  const name = card.slice(1)
  return colour === undefined ? t('card.joker', { number: name }) : `${colourName(colour)} ${name}`
}

export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase(locale()) + text.slice(1)
}

function isColour(value: unknown): value is Colour {
  return COLOURS.includes(value as Colour)
}

/** Why something was refused, in the language in use; in the server's English if the code is unknown here. */
export function reasonText(reason: Reason): string {
  const template = templateOf(`reason.${reason.code}` as Key)
  if (template === undefined) return reason.text
  const { colour, card, possible, ...plain } = reason.details
  const params = plain as Record<string, string | number>
  if (isColour(colour)) {
    params.colour = colourName(colour)
    params.row = t(`row.${colour}`)
    params.die = t(`die.${colour}`)
  }
  if (typeof card === 'string') params.card = cardName(card)
  if (Array.isArray(possible)) params.possible = list(possible.map(String), 'disjunction')
  return capital(fill(template, params))
}
