/** The messages of each language, read from `messages/LANGUAGE.json`. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compile, type Message } from './icu.ts'

export const FOLDER = fileURLToPath(new URL('../../messages/', import.meta.url))
export const SOURCE = 'en'

/** What a language says about itself. */
export const NAME = 'language.name'
export const LOCALE = 'language.locale'

export interface Catalogue {
  language: string
  file: string
  /** What the language calls itself. */
  name: string
  /** How dates and numbers are written. */
  locale: string
  messages: ReadonlyMap<string, Message>
  descriptions: ReadonlyMap<string, string>
  /** What cannot be compiled. */
  problems: readonly string[]
}

export type File = Readonly<Record<string, { defaultMessage: string; description?: string }>>

/** The messages of a language, compiled. */
export function catalogueOf(language: string, found: File): Catalogue {
  const file = `messages/${language}.json`
  const name = found[NAME]?.defaultMessage ?? language
  const locale = found[LOCALE]?.defaultMessage ?? language
  const categories = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
  const messages = new Map<string, Message>()
  const descriptions = new Map<string, string>()
  const problems: string[] = []
  for (const [key, { defaultMessage, description = '' }] of Object.entries(found)) {
    descriptions.set(key, description.trim())
    try {
      messages.set(key, compile(defaultMessage, categories))
    } catch (error) {
      problems.push(`${file}: ${key}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return { language, file, name, locale, messages, descriptions, problems }
}

const read = (language: string): Catalogue =>
  catalogueOf(language, JSON.parse(readFileSync(`${FOLDER}${language}.json`, 'utf8')) as File)

/** All languages, sorted by what they call themselves. */
export function catalogues(): Catalogue[] {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'))
  return files.map((name) => read(name.slice(0, -'.json'.length))).sort((a, b) => a.name.localeCompare(b.name, 'en'))
}
