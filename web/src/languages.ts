/**
 * The languages there are: a line here and a folder in messages/ are all that one needs.
 *
 * What is said where no words could be loaded has to stand here.
 */
export interface LanguageFacts {
  name: string
  locale: string
  unloaded: string
  reload: string
  noscript: string
}

const facts = (name: string, locale: string, unloaded: string, reload: string, noscript: string): LanguageFacts => ({
  name,
  locale,
  unloaded,
  reload,
  noscript,
})

// prettier-ignore
export const LANGUAGES = {
  en: facts('English', 'en-GB', 'Qwixx could not be loaded.', 'Reload', 'Switch on JavaScript to play Qwixx.'),
  es: facts('Español', 'es', 'No se ha podido cargar Qwixx.', 'Recargar', 'Activa JavaScript para jugar a Qwixx.'),
  pt: facts('Português', 'pt-PT', 'Não foi possível carregar o Qwixx.', 'Recarregar', 'Ativa o JavaScript para jogares Qwixx.'),
  de: facts('Deutsch', 'de', 'Qwixx konnte nicht geladen werden.', 'Neu laden', 'Schalte JavaScript ein, um Qwixx zu spielen.'),
} as const satisfies Record<string, LanguageFacts>

export type Language = keyof typeof LANGUAGES

export function isLanguage(text: string | null): text is Language {
  return text !== null && Object.hasOwn(LANGUAGES, text)
}
