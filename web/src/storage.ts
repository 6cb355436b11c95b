/** What this browser remembers; a browser that forbids it simply remembers nothing. */

import { storageName } from './site'

export const keyOf = (key: string): string => storageName(`qwixx.${key}`)

export function load(key: string): string | null {
  try {
    return localStorage.getItem(keyOf(key))
  } catch {
    return null
  }
}

export function save(key: string, value: string): void {
  try {
    localStorage.setItem(keyOf(key), value)
  } catch {
    // Nothing to do: the choice holds until the page is closed.
  }
}
