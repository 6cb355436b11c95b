// What takes long is parted into frames, so that none of them is late.
import { untrack } from 'svelte'

class Frame {
  /** What had changed when it last came. */
  cause = $state.raw<unknown>()
}

// Whether something is changed by a frame that comes, and drawn by it.
let isDrawing = false

/** The frames after every change of a thing, one after the other; in the first of them the change itself is drawn already. */
export class FramesAfter {
  readonly #thing: () => unknown
  // A signal for each: whoever waits for one of them is not looked at when others come.
  readonly #frames: readonly Frame[]

  /** To be made by a component, with which it ends; what there is at first waits for nothing. */
  constructor(thing: () => unknown, count: number) {
    this.#thing = thing
    this.#frames = Array.from({ length: count }, () => new Frame())
    for (const frame of this.#frames) frame.cause = untrack(thing)
    $effect(() => this.#count(thing()))
  }

  /** Whether so many frames were drawn since the change. */
  drawn(count: number): boolean {
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
      // Svelte changes the page in a microtask of its own, which comes first.
      queueMicrotask(() => (isDrawing = false))
    }
    // The next frame is the one in which the change is drawn, unless this one is.
    let request = requestAnimationFrame(isDrawing ? next : () => (request = requestAnimationFrame(next)))
    return () => cancelAnimationFrame(request)
  }
}

/** A value, kept as it was while nobody is ready for a new one. */
export function held<T>(value: () => T, ready: () => boolean): { readonly now: T } {
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
