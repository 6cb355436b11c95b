/** localStorage; where the browser forbids it, nothing is stored. */

import { storageName } from './site'

export const storageKey = (key: string): string => storageName(`qwixx.${key}`)

export function load(key: string): string | null {
  try {
    return localStorage.getItem(storageKey(key))
  } catch {
    return null
  }
}

export function save(key: string, value: string): void {
  try {
    localStorage.setItem(storageKey(key), value)
  } catch {
    // Nothing to do: the choice holds until the page is closed.
  }
}
