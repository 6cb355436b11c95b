/** Long rendering work is split over frames, so that none is dropped. */
import { untrack } from 'svelte'

class Frame {
  /** The value for which it last came. */
  cause = $state.raw<unknown>()
}

// Whether a frame is changing state now, which is rendered in the same frame.
let isDrawing = false

/** Counts the frames after each change of a value; in the first, the change itself has been rendered. */
export class FrameSchedule {
  readonly #thing: () => unknown
  // A signal for each part, so that effects run only for the part they wait for.
  readonly #frames: readonly Frame[]

  /** Created by a component, and ends with it; the first rendering waits for nothing. */
  constructor(thing: () => unknown, count: number) {
    this.#thing = thing
    this.#frames = Array.from({ length: count }, () => new Frame())
    for (const frame of this.#frames) frame.cause = untrack(thing)
    $effect(() => this.#count(thing()))
  }

  /** Whether this number of frames was drawn since the change. */
  reached(count: number): boolean {
    return this.#frames[count - 1]?.cause === this.#thing()
  }

  #count(cause: unknown): () => void {
    const waiting = this.#frames.filter((frame) => untrack(() => frame.cause !== cause))
    const next = (): void => {
      request = requestAnimationFrame(next)
      const frame = waiting.shift()
      if (frame === undefined) return cancelAnimationFrame(request)
      isDrawing = true
      frame.cause = cause
      // Svelte updates the DOM in an earlier microtask.
      queueMicrotask(() => (isDrawing = false))
    }
    // The change is rendered in the next frame, or, if a frame made it, in this one: counting begins in the one after.
    let request = requestAnimationFrame(isDrawing ? next : () => (request = requestAnimationFrame(next)))
    return () => cancelAnimationFrame(request)
  }
}

/** The value at the last time that it was `ready`. */
export function freezeUntil<T>(value: () => T, ready: () => boolean): { readonly now: T } {
  let kept = untrack(value)
  const now = $derived.by(() => {
    if (ready()) kept = value()
    return kept
  })

  return {
    get now() {
      return now
    },
  }
}

/** A screen that takes long to draw: one part more in every frame, after that in which the screen itself is drawn. */
export class PartsShown {
  #now = $state(-1)

  constructor(all: () => number) {
    $effect(() => {
      if (this.#now >= all()) return
      const frame = requestAnimationFrame(() => this.#now++)
      return () => cancelAnimationFrame(frame)
    })
  }

  get now(): number {
    return this.#now
  }
}
