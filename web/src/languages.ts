/** The languages there are: each is a file in web/messages. */
import { LANGUAGES } from 'virtual:messages'
import type { Language } from './messages'

export { LANGUAGES, type Language }

export function isLanguage(text: string | null): text is Language {
  return text !== null && Object.hasOwn(LANGUAGES, text)
}

/** What a reader of `pt-AO` gets: words for exactly that, or else those of the nearest tag it begins with, `pt`. */
function languageFor(tag: string): Language | undefined {
  const begins = (language: string): boolean => `${tag}-`.toLowerCase().startsWith(`${language}-`.toLowerCase())
  const found = (Object.keys(LANGUAGES) as Language[]).filter(begins)
  return found.sort((a, b) => b.length - a.length)[0]
}

/** The language for the first of these tags that has one; server/web/static_files.py chooses as this does. */
export function firstLanguage(tags: readonly string[]): Language {
  return tags.map(languageFor).find((language) => language !== undefined) ?? 'en'
}
