/**
 * What those who listen are told: one region for everything, so that sentences come one after the other.
 *
 * Every sentence is an element of its own, so that one that is said twice is heard twice; the latest stay, where
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
export function speakOnceThere(sentences: Promise<readonly string[]>): void {
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

export function speak(text: string): void {
  if (coming === null) add(text)
  else speakOnceThere(Promise.resolve([text]))
}

function add(text: string): void {
  if (text === '') return
  count += 1
  // Who speaks in an effect must not hear it and speak again.
  latest = [...untrack(() => latest), { id: count, text }].slice(-KEPT)
}
