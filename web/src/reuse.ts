/**
 * What arrived anew, with the parts that are as before taken from there.
 *
 * Whatever is drawn from such a part need not be looked at again. `after` is the reader's own, and is changed.
 */
export function reuse<T>(before: unknown, after: T): T {
  if (!isCompound(before) || !isCompound(after) || Array.isArray(before) !== Array.isArray(after)) return after
  const keys = Object.keys(after)
  let same = keys.length === Object.keys(before).length
  for (const key of keys) {
    const part = reuse(before[key], after[key])
    ;(after as Compound)[key] = part
    same &&= part === before[key]
  }
  return same ? (before as T) : after
}

type Compound = Record<string, unknown>

const isCompound = (value: unknown): value is Compound => typeof value === 'object' && value !== null
