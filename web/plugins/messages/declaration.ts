/**
 * Declares the keys and what their placeholders take, for the checker of types; `node plugins/messages/declaration.ts`
 * writes that.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { catalogues, SOURCE, type Catalogue } from './catalogues.ts'
import type { Kind } from './icu.ts'

const FILE = fileURLToPath(new URL('../../src/messages.d.ts', import.meta.url))

function typeOf(kind: Kind): string {
  if (kind === 'value') return 'string | number'
  return kind === 'number' ? 'number' : kind.map((word) => `'${word}'`).join(' | ')
}

export function declaration(all: readonly Catalogue[]): string {
  const source = all.find(({ language }) => language === SOURCE)
  const languages = all.map(({ language }) => `'${language}'`).join(' | ')
  const lines = [...(source?.messages ?? [])].map(([key, { placeholders }]) => {
    // Any language may count what another only shows.
    const counted = (name: string): boolean =>
      all.some(({ messages }) => messages.get(key)?.placeholders.get(name) === 'number')
    const fields = [...placeholders].map(([name, kind]) => `${name}: ${typeOf(counted(name) ? 'number' : kind)}`)
    return `  '${key}': ${fields.length > 0 ? `{ ${fields.join('; ')} }` : 'None'}`
  })
  return [
    `/** Generated from messages/${SOURCE}.json. */`,
    `export type Language = ${languages}`,
    'type None = Record<never, never>',
    '/** What the placeholders of each message take. */',
    'export interface Messages {',
    ...lines,
    '}',
    '',
  ].join('\n')
}

/** Writes the declaration unless it is there already: what is newer than the page has it built again. */
export function declare(all: readonly Catalogue[]): void {
  const text = declaration(all)
  if (!existsSync(FILE) || readFileSync(FILE, 'utf8') !== text) writeFileSync(FILE, text)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) declare(catalogues())
