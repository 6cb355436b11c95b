/**
 * Which messages are fetched together.
 *
 * Every call of `lazy` loads a screen or something on it, and with it the parts that its messages are in. A message is in
 * the part of what comes first in a visit of all that use it. What needs only a few messages of another part has its own
 * copies of them.
 */
import { basename } from 'node:path'
import { loadedWith, type Usage } from './usage.ts'

/** What comes with the first screen. */
export const START = 'start'
// Fewer messages are not worth another file.
const FEW = 10

export interface Parts {
  /** The keys in each part. */
  keys: ReadonlyMap<string, ReadonlySet<string>>
  /** The parts that something needs besides that of the start, by the modules that `lazy` imports for it. */
  needed: ReadonlyMap<string, readonly string[]>
}

export const nameOf = (modules: readonly string[]): string => modules.join('\n')

/** `main` begins a visit, and `next` is what most visits come to before anything else. */
export function partsOf({ modules }: Usage, main: string, next: string): Parts {
  const keys = new Map<string, Set<string>>()
  const needed = new Map<string, string[]>()
  const partOf = new Map<string, string>()
  const used = (files: Iterable<string>): Set<string> =>
    new Set([...files].flatMap((file) => [...(modules.get(file)?.keys ?? [])]))

  function freeName(file: string): string {
    const name = basename(file).replace(/\..*/, '').toLowerCase()
    const taken = [...keys.keys()].filter((part) => part.replace(/\d+$/, '') === name).length
    return taken > 0 ? `${name}${taken + 1}` : name
  }

  /** The parts for something that is loaded later; those before it in a visit have theirs. */
  function assign(files: Iterable<string>, part: string): string[] {
    const others = new Map<string, string[]>()
    const own = new Set<string>()
    for (const key of used(files)) {
      const place = partOf.get(key)
      if (place === undefined) own.add(key)
      else if (place !== START) others.set(place, [...(others.get(place) ?? []), key])
    }
    for (const key of own) partOf.set(key, part)
    for (const [other, few] of others) {
      if (few.length >= FEW) continue
      others.delete(other)
      for (const key of few) own.add(key)
    }
    if (own.size > 0) keys.set(part, own)
    return [...others.keys(), ...(own.size > 0 ? [part] : [])]
  }

  const first = loadedWith(modules, [main])
  assign(first, START)
  const waiting = [first]
  function load(targets: readonly string[]): void {
    const name = nameOf(targets)
    if (needed.has(name)) return
    const loaded = loadedWith(modules, targets)
    needed.set(name, assign(loaded, freeName(targets[0] ?? '')))
    waiting.push(loaded)
  }
  load([next])
  for (const files of waiting) [...files].flatMap((file) => modules.get(file)?.lazy ?? []).forEach(load)
  return { keys, needed }
}
