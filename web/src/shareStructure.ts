/**
 * Structural sharing: returns `after` with every unchanged subtree replaced by that of `before`.
 *
 * Unchanged parts stay `===`, so Svelte skips them. Mutates `after`.
 */
export function shareStructure<T>(before: unknown, after: T): T {
  if (!isCompound(before) || !isCompound(after) || Array.isArray(before) !== Array.isArray(after)) return after
  const keys = Object.keys(after)
  let same = keys.length === Object.keys(before).length
  for (const key of keys) {
    const part = shareStructure(before[key], after[key])
    ;(after as Compound)[key] = part
    same &&= part === before[key]
  }
  return same ? (before as T) : after
}

type Compound = Record<string, unknown>

const isCompound = (value: unknown): value is Compound => typeof value === 'object' && value !== null
