/** What this browser remembers; a browser that forbids it simply remembers nothing. */

export function load(key: string): string | null {
  try {
    return localStorage.getItem(`qwixx.${key}`)
  } catch {
    return null
  }
}

export function save(key: string, value: string): void {
  try {
    localStorage.setItem(`qwixx.${key}`, value)
  } catch {
    // Nothing to do: the choice holds until the page is closed.
  }
}
