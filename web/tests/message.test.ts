/** Messages with values in them; the server passes the same cases (tests/server/web/test_messages.py). */
import { expect, test } from 'vitest'
import { compile } from '../plugins/messages/icu'
import { pluralsOf } from '../plugins/messages/plurals'
import { format, type Values } from '../src/message'
import { cases, plurals } from './messageCases.json'

test.each(cases)('$text in $locale with $values', ({ locale, text, form, values, said }) => {
  const rules = new Intl.PluralRules(locale)
  const compiled = compile(text, rules.resolvedOptions().pluralCategories).form
  const filled = { ...values } as Values
  expect(compiled).toEqual(form)
  expect(format(compiled, filled, { number: String, pluralForm: (count) => rules.select(count) })).toBe(said)
})

test.each(Object.entries(plurals))('the plural categories of %s', (locale, expected) => {
  expect(pluralsOf(locale)).toEqual(expected)
})
