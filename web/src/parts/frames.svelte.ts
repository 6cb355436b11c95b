// What takes long is parted into frames, so that none of them is late.
import { untrack } from 'svelte'

class Frame {
  /** What had changed when it last came. */
  cause = $state.raw<unknown>()
}

// Whether something is changed by a frame that comes, and drawn by it.
let isDrawing = false

/** The frames after every change of a thing, one after the other; in the first of them the change itself is drawn already. */
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
    // The next frame is the one in which the change is drawn, unless this one is.
    let request = requestAnimationFrame(isDrawing ? next : () => (request = requestAnimationFrame(next)))
    return () => cancelAnimationFrame(request)
  }
}

/** A value that stays the same until a new one is wanted. */
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
