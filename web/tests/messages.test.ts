/** Every message of every language: the same places for values, and plural forms that the language has. */
import { describe, expect, test } from 'vitest'
import { LANGUAGES, type Language } from '../src/languages'

type File = Readonly<Record<string, string>>
const files = import.meta.glob<File>('../src/messages/*/**/*.ts', { eager: true, import: 'default' })
const languages = Object.keys(LANGUAGES) as Language[]
const parts = [...new Set(Object.keys(files).map((path) => path.split('/').slice(4).join('/')))]

// A message that says the same without a value, in a language that needs no word for it.
const WITHOUT: Readonly<Record<string, readonly string[]>> = { 'de reason.not_a_sum': ['die'] }

const PLACE = /\{(\w+)((?:\|[^|{}]*)*)\}/g

function placesOf(message: string): string[] {
  return [...new Set([...message.matchAll(PLACE)].map(([, name = '']) => name))].sort()
}

function wordsOf(language: Language): File {
  return Object.assign({}, ...parts.map((part) => files[`../src/messages/${language}/${part}`])) as File
}

const english = wordsOf('en')

test('there are messages, and no key stands in two files', () => {
  const keys = parts.flatMap((part) => Object.keys(files[`../src/messages/en/${part}`] ?? {}))
  expect(keys.length).toBeGreaterThan(400)
  expect(keys.length).toBe(new Set(keys).size)
})

describe.each(languages)('%s', (language) => {
  const words = wordsOf(language)
  const categories = new Intl.PluralRules(LANGUAGES[language].locale).resolvedOptions().pluralCategories

  test.each(parts)('%s has the keys that English has', (part) => {
    const keys = (of: Language): string[] => Object.keys(files[`../src/messages/${of}/${part}`] ?? {}).sort()
    expect(keys(language)).toEqual(keys('en'))
  })

  test('messages have the same places', () => {
    const wrong = Object.entries(words).filter(([key, message]) => {
      const wanted = placesOf(english[key] ?? '').filter((name) => !WITHOUT[`${language} ${key}`]?.includes(name))
      return placesOf(message).join() !== wanted.join()
    })
    expect(wrong).toEqual([])
  })

  test('nothing is left over that only looks like a place', () => {
    const wrong = Object.entries(words).filter(([, message]) => /[{}]/.test(message.replaceAll(PLACE, '')))
    expect(wrong).toEqual([])
  })

  test('plural forms are those of the language', () => {
    const wrong = Object.entries(words).flatMap(([key, message]) =>
      [...message.matchAll(PLACE)]
        .filter(([, , forms]) => forms !== '')
        .map(([, , forms = '']) => forms.slice(1).split('|'))
        .filter((forms) => !isComplete(forms, categories))
        .map((forms) => [key, forms]),
    )
    expect(wrong).toEqual([])
  })

  // Zero is singular in Brazil and in France: there "1 player" would be said of none.
  test('a form that is also for zero names no number', () => {
    const isForZero = new Intl.PluralRules(LANGUAGES[language].locale).select(0) === 'one'
    const wrong = Object.entries(words).flatMap(([key, message]) =>
      [...message.matchAll(PLACE)]
        .map(([, , forms = '']) => forms.slice(1).split('|'))
        .filter((forms) => isForZero && !forms.some((form) => form.startsWith('=0:')) && /\d/.test(forms[0] ?? ''))
        .map((forms) => [key, forms]),
    )
    expect(wrong).toEqual([])
  })

  test('a place is called on the first screen as on its own', () => {
    const places = ['pad', 'daily', 'replay', 'history', 'fairness']
    expect(places.map((place) => words[`more.${place}`])).toEqual(places.map((place) => words[`${place}.title`]))
  })

  test('sentences are calm', () => {
    expect(Object.values(words).filter((message) => /[!¡]/.test(message))).toEqual([])
  })
})

/** Forms may be named by a number or a category; two without names are for one and for others. */
function isComplete(forms: readonly string[], categories: readonly string[]): boolean {
  const names = forms.map((form) => /^(=\d+|zero|one|two|few|many|other):/.exec(form)?.[1])
  const unnamed = names.filter((name) => name === undefined).length
  const known = names.every((name) => name === undefined || name.startsWith('=') || categories.includes(name))
  return known && (unnamed === 2 || (unnamed === 0 && names.includes('other')))
}
