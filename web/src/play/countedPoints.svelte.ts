// Points that count to their new number instead of jumping there.
import { untrack } from 'svelte'
import { prefersReducedMotion } from '../motion'

const LENGTH = 300

/** The number to show for these points now. */
export class CountedPoints {
  #now = $state(0)

  constructor(points: () => number) {
    this.#now = untrack(points)
    $effect(() => {
      const to = points()
      const from = untrack(() => this.#now)
      if (from === to) return
      if (prefersReducedMotion()) {
        this.#now = to
        return
      }
      const start = performance.now()
      const step = (now: number): void => {
        const share = Math.min(1, Math.max(0, (now - start) / LENGTH))
        this.#now = Math.round(from + (to - from) * share)
        if (share < 1) frame = requestAnimationFrame(step)
      }
      let frame = requestAnimationFrame(step)
      return () => cancelAnimationFrame(frame)
    })
  }

  get now(): number {
    return this.#now
  }
}
