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

export function speak(text: string): void {
  if (text === '') return
  count += 1
  // Who speaks in an effect must not hear it and speak again.
  latest = [...untrack(() => latest), { id: count, text }].slice(-KEPT)
}
