/** The languages there are: a line here and a folder in messages/ are all that one needs. */
export const LANGUAGES = {
  en: { name: 'English', locale: 'en-GB' },
  es: { name: 'Español', locale: 'es' },
  pt: { name: 'Português', locale: 'pt-PT' },
  de: { name: 'Deutsch', locale: 'de' },
} as const

export type Language = keyof typeof LANGUAGES

export function isLanguage(text: string | null): text is Language {
  return text !== null && Object.hasOwn(LANGUAGES, text)
}
