/**
 * Announcements for screen readers: one live region for everything, so that sentences come one after the other.
 *
 * Every sentence is a separate element, so that a repeated one is read again; the latest stay, where
 * they can be read again.
 */

import { untrack } from 'svelte'

const KEPT = 30

interface Spoken {
  id: number
  text: string
}

let latest = $state.raw<readonly Spoken[]>([])
let count = 0

export const live = {
  get latest(): readonly Spoken[] {
    return latest
  },
}

let coming: Promise<void> | null = null

/** Speaks when these sentences have come, or when it is certain that they do not; whatever is said meanwhile follows. */
export function announceWhenReady(sentences: Promise<readonly string[]>): void {
  const before = coming
  const now = sentences
    .catch(() => [])
    .then(async (texts) => {
      await before
      texts.forEach(add)
      if (coming === now) coming = null
    })
  coming = now
}

export function announce(text: string): void {
  if (coming === null) add(text)
  else announceWhenReady(Promise.resolve([text]))
}

function add(text: string): void {
  if (text === '') return
  count += 1
  // Who speaks in an effect must not hear it and announce again.
  latest = [...untrack(() => latest), { id: count, text }].slice(-KEPT)
}
