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

class LiveRegion {
  #latest = $state.raw<readonly Spoken[]>([])
  #count = 0

  get latest(): readonly Spoken[] {
    return this.#latest
  }

  add(text: string): void {
    if (text === '') return
    this.#count += 1
    // An effect that announces must not run again because of it.
    this.#latest = [...untrack(() => this.#latest), { id: this.#count, text }].slice(-KEPT)
  }
}

export const live = new LiveRegion()

let coming: Promise<void> | null = null

/** Announces sentences when their promise settles; later announcements wait for it, so the order is kept. */
export function announceWhenReady(sentences: Promise<readonly string[]>): void {
  const before = coming
  const now = sentences
    .catch(() => [])
    .then(async (texts) => {
      await before
      texts.forEach((text) => live.add(text))
      if (coming === now) coming = null
    })
  coming = now
}

export function announce(text: string): void {
  if (coming === null) live.add(text)
  else announceWhenReady(Promise.resolve([text]))
}
