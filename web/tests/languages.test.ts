/** Which language a reader gets; tests/server/web/test_page.py asks the server the same. */
import { describe, expect, test } from 'vitest'
import { firstLanguage, isLanguage, LANGUAGES } from '../src/languages'
import cases from './languageCases.json'

test.each(cases)('a browser that prefers $tags gets $language', ({ tags, language }) => {
  expect(firstLanguage(tags)).toBe(language)
})

test('a tag may be as long as a page', () => {
  expect(firstLanguage([`${'a-'.repeat(10_000)}a`, `pt-${'b-'.repeat(10_000)}c`])).toBe('pt')
})

test('only a language that there is was chosen before', () => {
  expect(['pt-BR', 'pt-br', 'tlh', 'constructor', '', null].filter(isLanguage)).toEqual(['pt-BR'])
})

describe.each(Object.entries(LANGUAGES))('%s', (language, { name, locale }) => {
  test('is named by a tag as BCP 47 writes it', () => {
    expect(Intl.getCanonicalLocales(language)).toEqual([language])
  })

  test('is what readers of it, and of its locale, get', () => {
    expect(firstLanguage([language])).toBe(language)
    expect(firstLanguage([locale])).toBe(language)
  })

  test('has a name of its own', () => {
    expect(Object.values(LANGUAGES).filter((each) => each.name === name)).toHaveLength(1)
  })
})
