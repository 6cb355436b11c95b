/** Every message of every language, and what is found wrong with messages that are not in order. */
import { describe, expect, test } from 'vitest'
import { readMessages } from '../plugins/messages'
import { catalogueOf, type File } from '../plugins/messages/catalogues'
import type { Form } from '../plugins/messages/icu'
import { problemsOf } from '../plugins/messages/problems'

const state = readMessages()

function textOf(form: Form): string {
  if (typeof form === 'string') return form
  return form
    .map((piece) =>
      typeof piece === 'object'
        ? Object.values(piece[1] ?? {})
            .map(textOf)
            .join()
        : piece || '#',
    )
    .join('')
}

test('all messages are in order', () => {
  expect(problemsOf(state.all, state.usage, state.parts)).toEqual([])
})

test('a first game fetches one file of messages after that of the first screen', () => {
  const table = [...state.parts.needed].find(([modules]) => modules.endsWith('screens/Table.svelte'))
  expect(table?.[1]).toEqual(['table'])
})

describe.each(state.all)('$language', ({ language, locale, messages }) => {
  const texts = [...messages].map(([key, { form }]) => [key, textOf(form)] as const)

  // Zero is singular in Brazil and in France: there "1 player" would be said of none.
  test('a form that is also for zero names no number', () => {
    const isForZero = new Intl.PluralRules(locale).select(0) === 'one'
    const wrong = [...messages].filter(([, { form }]) =>
      [...form].some((piece) => {
        const forms = typeof piece === 'object' ? piece[1] : undefined
        return isForZero && forms?.one !== undefined && forms['=0'] === undefined && /\d/.test(textOf(forms.one))
      }),
    )
    expect(wrong).toEqual([])
  })

  test('only a win is exclaimed', () => {
    const calm = texts.filter(([key]) => !/^end\.win\..*you$/.test(key))
    expect(calm.filter(([, text]) => /[!¡]/.test(text))).toEqual([])
  })

  test('a language is known by its own name', () => {
    expect(state.all.filter(({ name }) => name === messages.get('language.name')?.form)).toHaveLength(1)
    expect(new Intl.Locale(locale).language).toBe(new Intl.Locale(language).language)
  })
})

const PLAIN = { defaultMessage: 'X', description: 'About x.' }

/** What is wrong with two languages whose files hold the message x as given, where the client uses it. */
function problemsWith(english: File, german: File, used = 'x', refusals: readonly string[] = []): string[] {
  const all = [catalogueOf('en', english), catalogueOf('de', german)]
  const parts = { keys: new Map([['start', new Set([used])]]), needed: new Map() }
  return problemsOf(all, { modules: new Map(), problems: [] }, parts, refusals)
}
const one = (defaultMessage: string): File => ({ x: { ...PLAIN, defaultMessage } })

test.each<[what: string, english: File, german: File, problem: string]>([
  ['missing', one('X'), {}, 'messages/de.json: x is missing'],
  ['unknown', one('X'), { ...one('X'), y: PLAIN }, 'messages/de.json: y is not in messages/en.json'],
  ['unused', { ...one('X'), y: PLAIN }, { ...one('X'), y: PLAIN }, 'messages/en.json: y is used nowhere'],
  ['undescribed', { x: { defaultMessage: 'X' } }, one('X'), 'messages/en.json: x has no description'],
  [
    'with another placeholder',
    one('{name}'),
    one('{nmae}'),
    'messages/de.json: x has the placeholders {nmae}, en has {name}',
  ],
  [
    'with other words to choose by',
    one('{who, select, you {a} other {b}}'),
    one('{who, select, me {a} other {b}}'),
    'messages/de.json: x has the placeholders {who: me, other}, en has {who: other, you}',
  ],
  ['broken', one('X'), one('{name'), 'messages/de.json: x: '],
  ['with a date', one('{at, date}'), one('X'), 'messages/en.json: x: {at} is a function'],
  ['with a form of another language', one('{n, plural, few {a} other {b}}'), one('X'), 'messages/en.json: x: '],
])('a message that is %s is named', (_, english, german, problem) => {
  expect(problemsWith(english, german).some((each) => each.startsWith(problem))).toBe(true)
})

test('every refusal has words, and no other has', () => {
  const both: File = { 'reason.x': PLAIN }
  expect(problemsWith(both, both, 'reason.x', ['x'])).toEqual([])
  expect(problemsWith(both, both, 'reason.x', ['y'])).toEqual([
    'messages/en.json: reason.y is missing',
    'messages/en.json: reason.x is used nowhere',
  ])
})
