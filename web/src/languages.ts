/**
 * The languages there are: a line here and a folder in messages/ are all that one needs.
 *
 * The key is a tag of BCP 47 and the name of the folder. Names are short: the list is as wide as the longest.
 */
export const LANGUAGES = {
  'en': { name: 'English', locale: 'en-GB' },
  'es': { name: 'Español', locale: 'es' },
  'pt-BR': { name: 'Português (BR)', locale: 'pt-BR' },
  'pt': { name: 'Português (PT)', locale: 'pt-PT' },
  'de': { name: 'Deutsch', locale: 'de' },
} as const

export type Language = keyof typeof LANGUAGES

export function isLanguage(text: string | null): text is Language {
  return text !== null && Object.hasOwn(LANGUAGES, text)
}

/** What a reader of `pt-AO` gets: words for exactly that, or else those of the nearest tag it begins with, `pt`. */
function languageFor(tag: string): Language | undefined {
  const begins = (language: string): boolean => `${tag}-`.toLowerCase().startsWith(`${language}-`.toLowerCase())
  const found = (Object.keys(LANGUAGES) as Language[]).filter(begins)
  return found.sort((a, b) => b.length - a.length)[0]
}

/** The language for the first of these tags that has one; server/web/page.py chooses as this does. */
export function firstLanguage(tags: readonly string[]): Language {
  return tags.map(languageFor).find((language) => language !== undefined) ?? 'en'
}
