/**
 * Words in the chosen language.
 *
 * A message is a string with places for values: `{name}` is replaced by the value, and
 * `{count|cross|crosses}` by the first form if `count` is 1 and by the second if it is not.
 */
import type coach from './messages/coach.en'
import type en from './messages/en'
import type { Reason } from './protocol'
import { load, save } from './storage'

export type Key = keyof typeof en | keyof typeof coach
export type Language = 'en' | 'es' | 'pt' | 'de'
export type Params = Readonly<Record<string, string | number>>
export type Colour = 'red' | 'yellow' | 'green' | 'blue'

export const COLOURS: readonly Colour[] = ['red', 'yellow', 'green', 'blue']
export const LANGUAGES: Readonly<Record<Language, string>> = {
  en: 'English',
  es: 'Español',
  pt: 'Português',
  de: 'Deutsch',
}

type Catalogue = Readonly<Record<Key, string>>
type Catalogues<Part> = Record<Language, () => Promise<{ default: Readonly<Record<keyof Part, string>> }>>
// Each language is a file of its own: nobody has to load the words of the others.
const catalogues: Catalogues<typeof en> = {
  en: () => import('./messages/en'),
  es: () => import('./messages/es'),
  pt: () => import('./messages/pt'),
  de: () => import('./messages/de'),
}
// Nor those of the coach, who is not asked in every visit.
const coachCatalogues: Catalogues<typeof coach> = {
  en: () => import('./messages/coach.en'),
  es: () => import('./messages/coach.es'),
  pt: () => import('./messages/coach.pt'),
  de: () => import('./messages/coach.de'),
}
const locales: Record<Language, string> = { en: 'en-GB', es: 'es', pt: 'pt-PT', de: 'de' }

function isLanguage(text: string | null): text is Language {
  return text !== null && text in LANGUAGES
}

function firstLanguage(): Language {
  const saved = load('language')
  if (isLanguage(saved)) return saved
  for (const tag of navigator.languages ?? [navigator.language]) {
    const short = tag.slice(0, 2).toLowerCase()
    if (isLanguage(short)) return short
  }
  return 'en'
}

let now = $state<Language>('en')
let words = $state.raw<Catalogue>({} as Catalogue)

/** The language in use: read `language.now`, change it with `setLanguage`. */
export const language = {
  get now(): Language {
    return now
  },
}

let withCoach = false

async function use(wanted: Language): Promise<void> {
  const [common, coach] = await Promise.all([catalogues[wanted](), withCoach ? coachCatalogues[wanted]() : null])
  words = { ...common.default, ...coach?.default } as Catalogue
  now = wanted
  // This tells the browser, and with it screen readers, which language the page is in.
  document.documentElement.lang = locales[wanted]
}

/** Loads the words of the first language; to be awaited before anything is shown. */
export function loadLanguage(): Promise<void> {
  return use(firstLanguage())
}

/** Loads the words of the coach; to be awaited before one of them is shown. */
export async function loadCoach(): Promise<void> {
  if (withCoach) return
  withCoach = true
  await use(now)
}

/** Changes the language of everything on the page; without a connection it stays as it is. */
export async function setLanguage(wanted: Language): Promise<void> {
  await use(wanted)
  save('language', wanted)
}

function fill(template: string, params: Params): string {
  return template.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (whole, name: string, one?: string, many?: string) => {
    const value = params[name]
    if (value === undefined) return whole
    if (one !== undefined && many !== undefined) return value === 1 ? one : many
    return typeof value === 'number' ? number(value) : value
  })
}

/** The message `key`, with `params` filled in. */
export function t(key: Key, params: Params = {}): string {
  return fill(words[key], params)
}

/** A number as text, with a real minus sign. */
export function number(value: number): string {
  return value < 0 ? `−${-value}` : String(value)
}

/** Any other number as the language writes it, with a real minus sign. */
export function format(value: number, how: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(locales[now], how).format(value).replace('-', '−')
}

/** A share of the win in percent. */
export function percent(value: number, how: Intl.NumberFormatOptions = {}): string {
  return format(value, { style: 'percent', maximumFractionDigits: 0, ...how })
}

/** "Ann, Bob and Cem". */
export function list(items: readonly string[], type: 'conjunction' | 'disjunction' = 'conjunction'): string {
  return new Intl.ListFormat(locales[now], { type }).format(items)
}

export function colourName(colour: Colour): string {
  return t(`colour.${colour}`)
}

const LETTERS: Readonly<Record<string, Colour>> = { R: 'red', Y: 'yellow', G: 'green', B: 'blue' }

/** The words for a card written `R4` or `J4`: "red 4", "joker 4". */
export function cardName(card: string): string {
  const colour = LETTERS[card[0] ?? '']
  const name = card.slice(1)
  return colour === undefined ? t('card.joker', { number: name }) : `${colourName(colour)} ${name}`
}

export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase(locales[now]) + text.slice(1)
}

function isColour(value: unknown): value is Colour {
  return COLOURS.includes(value as Colour)
}

/** Why something was refused, in the language in use; in the server's English if the code is unknown here. */
export function reasonText(reason: Reason): string {
  const template = words[`reason.${reason.code}` as Key] as string | undefined
  if (template === undefined) return reason.text
  const params: Record<string, string | number> = { ...reason.details }
  const { colour, card, possible } = reason.details
  if (isColour(colour)) {
    params.colour = colourName(colour)
    params.row = t(`row.${colour}`)
    params.die = t(`die.${colour}`)
  }
  if (typeof card === 'string') params.card = cardName(card)
  if (typeof possible === 'string') params.possible = list(possible.split(' or '), 'disjunction')
  return capital(fill(template, params))
}
