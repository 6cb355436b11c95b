/**
 * Which messages each module of the client uses, and which modules are loaded together.
 *
 * A key is used where it stands in quotes: `'play.pass'`. Keys that are put together begin with a fixed part:
 * `` `face.${face}` `` stands for all keys with one more word, `` `said.left${suffix}` `` for all that begin so.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

interface Module {
  /** Modules that are loaded with it. */
  imports: readonly string[]
  /** The modules that each call of `lazy` loads. */
  lazy: readonly (readonly string[])[]
  keys: ReadonlySet<string>
}

export interface Usage {
  modules: ReadonlyMap<string, Module>
  problems: readonly string[]
}

const COMMENTS = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm
const STATIC = /\b(?:import|export)\s+(?!type\b)(?:[\w$*{}\s,]+?\sfrom\s+)?'(\.[^']+)'/g
const DYNAMIC = /(?<!typeof )\bimport\('(\.[^']+)'\)/g
const LAZY = /\blazy\(/g
const QUOTED = /'([\w.]+)'/g
const PUT_TOGETHER = /`([a-z]\w*\.(?:[\w.]|\$\{[^`{}]*\})*\$\{[^`{}]*\}[\w.]*)`/g
const NO_BEGINNING = /\b(?:t|say)\(\s*`\$\{[^`]*`/g

/** Every call of `lazy` in a source: where its arguments end, and the modules that it imports. */
export function lazyCalls(source: string): { end: number; imported: string[] }[] {
  return [...source.matchAll(LAZY)].map(({ index, 0: { length } }) => {
    let end = index + length
    for (let depth = 1; depth > 0 && end < source.length; end++) {
      if (source[end] === '(') depth++
      if (source[end] === ')') depth--
    }
    return { end: end - 1, imported: specifiers(source.slice(index, end), DYNAMIC) }
  })
}

const specifiers = (source: string, pattern: RegExp): string[] =>
  [...source.matchAll(pattern)].map(([, path = '']) => path)

/** The keys that a template literal stands for; where it says which words there are, only those. */
function pattern(template: string): RegExp {
  const source = template
    .replaceAll('.', '\\.')
    .replace(/(\\\.)?\$\{(.*?)\}/g, (_, dot: string | undefined, expression: string) => {
      const words = [...expression.matchAll(/[?:] '([\w\\.]*)'/g)].map(([, word]) => word)
      const isChoice = words.length > 1 && words.length === expression.split('?').length
      return `${dot ?? ''}${isChoice ? `(?:${words.join('|')})` : dot ? '[^.]+' : '.*'}`
    })
  return new RegExp(`^${source}$`)
}

/** Reads every module below a folder; `keys` are those that there are. */
export function usageIn(folder: string, keys: readonly string[]): Usage {
  const known = new Set(keys)
  const problems: string[] = []
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const files = new Set(names.filter((name) => /\.(?:ts|svelte)$/.test(name)).map((name) => join(folder, name)))
  const resolved = (from: string, path: string): string[] => {
    const file = join(dirname(from), path)
    return ['', '.ts', '.svelte.ts'].map((ending) => file + ending).filter((each) => files.has(each))
  }

  function read(file: string): Module {
    const source = readFileSync(file, 'utf8').replace(COMMENTS, ' ')
    const calls = lazyCalls(source).filter(({ imported }) => imported.length > 0)
    const notYet = new Set(calls.flatMap(({ imported }) => imported))
    const atOnce = [...specifiers(source, STATIC), ...specifiers(source, DYNAMIC).filter((path) => !notYet.has(path))]
    const used = new Set(specifiers(source, QUOTED).filter((key) => known.has(key)))
    for (const [whole, template = ''] of source.matchAll(PUT_TOGETHER)) {
      const found = keys.filter((key) => pattern(template).test(key))
      if (found.length === 0 && /\b(?:t|say)\(\s*$/.test(source.slice(0, source.indexOf(whole))))
        problems.push(`${relative(dirname(folder), file)}: no message has a key like ${whole}`)
      for (const key of found) used.add(key)
    }
    for (const [call] of source.matchAll(NO_BEGINNING))
      problems.push(`${relative(dirname(folder), file)}: the key in ${call} has to begin with a fixed part`)
    return {
      imports: atOnce.flatMap((path) => resolved(file, path)),
      lazy: calls.map(({ imported }) => imported.flatMap((path) => resolved(file, path))),
      keys: used,
    }
  }

  return { modules: new Map([...files].map((file) => [file, read(file)])), problems }
}

/** The modules that are loaded with these, themselves included. */
export function loadedWith(modules: Usage['modules'], roots: readonly string[]): Set<string> {
  const found = new Set<string>()
  const visit = (file: string): void => {
    if (found.has(file)) return
    found.add(file)
    for (const next of modules.get(file)?.imports ?? []) visit(next)
  }
  roots.forEach(visit)
  return found
}
