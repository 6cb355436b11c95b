/** Fills values into a compiled message: docs/messages.md says what one looks like. */
import type { Form } from '../plugins/messages/icu'

export type { Form }
export type Values = Readonly<Record<string, string | number>>

/** What depends on the language. */
interface Grammar {
  number: (value: number) => string
  pluralForm: (count: number) => string
}

/** `counted` is what # stands for. */
export function format(form: Form, values: Values, grammar: Grammar, counted = 0): string {
  if (typeof form === 'string') return form
  return form
    .map((piece) => {
      if (typeof piece === 'string') return piece
      if (piece === 0) return grammar.number(counted)
      const [name, forms] = piece
      const value = values[name]
      if (value === undefined) return `{${name}}`
      if (forms === undefined) return typeof value === 'number' ? grammar.number(value) : value
      if (typeof value === 'string') return format(forms[value] ?? forms.other ?? '', values, grammar, counted)
      const chosen = forms[`=${value}`] ?? forms[grammar.pluralForm(value)] ?? forms.other ?? ''
      return format(chosen, values, grammar, value)
    })
    .join('')
}
