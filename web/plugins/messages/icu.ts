/** Compiles a message in ICU MessageFormat into data: docs/messages.md says what that looks like. */
import { parse, type Content, type FunctionArg, type Octothorpe, type PlainArg, type Select } from '@messageformat/parser'

type Token = Content | FunctionArg | Octothorpe | PlainArg | Select

/** A text, or pieces of it: a text, 0 for the number being counted, a value, or a choice by a value. */
export type Form = string | readonly Piece[]
export type Piece = string | 0 | readonly [name: string] | readonly [name: string, forms: Readonly<Record<string, Form>>]

/** What a placeholder takes: any value, a number to count, or one of these words. */
export type Kind = 'value' | 'number' | readonly string[]

export interface Message {
  form: Form
  placeholders: ReadonlyMap<string, Kind>
}

/** Compiles `text`, a message of a language with these plural categories; what is wrong with it is thrown. */
export function compile(text: string, categories: readonly string[]): Message {
  const placeholders = new Map<string, Kind>()

  function add(name: string, kind: Kind): void {
    const known = placeholders.get(name)
    // A number may stand as a value, too.
    if (known === undefined || known === 'value') placeholders.set(name, kind)
    else if (kind !== 'value' && String(known) !== String(kind)) throw new Error(`{${name}} is used in two ways`)
  }

  function choice(token: Select): Piece {
    const keys = token.cases.map(({ key }) => key)
    if (!keys.includes('other')) throw new Error(`{${token.arg}} has no form "other"`)
    if (token.pluralOffset) throw new Error(`{${token.arg}} has an offset`)
    if (token.type === 'plural') {
      const unknown = keys.find((key) => !key.startsWith('=') && !categories.includes(key))
      if (unknown !== undefined) throw new Error(`{${token.arg}} has a form "${unknown}", which the language has not`)
    }
    add(token.arg, token.type === 'plural' ? 'number' : keys.toSorted())
    return [token.arg, Object.fromEntries(token.cases.map(({ key, tokens }) => [key, pieces(tokens)]))]
  }

  function piece(token: Token): Piece {
    switch (token.type) {
      case 'content':
        return token.value
      case 'octothorpe':
        return 0
      case 'argument':
        add(token.arg, 'value')
        return [token.arg]
      case 'plural':
      case 'select':
        return choice(token)
      default:
        throw new Error(`{${token.arg}} is a ${token.type}: only values, plural and select are allowed`)
    }
  }

  function pieces(tokens: readonly Token[]): Form {
    const made = tokens.map(piece)
    return made.every((each) => typeof each === 'string') ? made.join('') : made
  }

  return { form: pieces(parse(text)), placeholders }
}
