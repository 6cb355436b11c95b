/** Sounds and vibrations: only where they are switched on, and not before the page is touched. */
import { lazy } from './lazy'
import type { Happening } from './protocol'
import { switches } from './settings.svelte'
import type { Effect, Wanted } from './sounding'

let touched = false

const fetchSounds = lazy(() => import('./sounding'))

const wanted = (): Wanted => ({ sound: switches.isOn('sound'), haptics: switches.isOn('haptics') })

// Lazy: a page without sound and vibration never loads their code.
function withSounds(use: (sounds: typeof import('./sounding')) => void): void {
  if (touched && (wanted().sound || wanted().haptics)) fetchSounds().then(use, () => undefined)
}

/** The page was touched: from now on the browser may allow sound and vibration. */
export function touch(): void {
  touched = true
  withSounds(({ allowSound }) => wanted().sound && allowSound())
}

/** A sound at once, with its vibration. */
export function showEffect(sound: Effect['sound']): void {
  withSounds(({ give }) => give({ sound, felt: true }, wanted()))
}

/** The sounds and vibrations of what happened, for a seat. */
export function showEffectsOf(news: readonly Happening[], seat: number | null): void {
  withSounds(({ giveAll }) => giveAll(news, seat, wanted()))
}

/** Listens for the first touch; returns a function that stops listening. */
export function awaitTouch(): () => void {
  const events = ['pointerdown', 'keydown'] as const
  for (const event of events) addEventListener(event, touch)
  return () => {
    for (const event of events) removeEventListener(event, touch)
  }
}
