// Points that count to their new number instead of jumping there.
import { untrack } from 'svelte'
import { prefersReducedMotion } from '../motion'

const LENGTH = 300

/** The number to show for these points now. */
export function counted(points: () => number): { readonly now: number } {
  let shown = $state(untrack(points))

  $effect(() => {
    const to = points()
    const from = untrack(() => shown)
    if (from === to) return
    if (prefersReducedMotion()) {
      shown = to
      return
    }
    const start = performance.now()
    let frame = requestAnimationFrame(function step(now: number): void {
      const share = Math.min(1, Math.max(0, (now - start) / LENGTH))
      shown = Math.round(from + (to - from) * share)
      if (share < 1) frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  })

  return {
    get now() {
      return shown
    },
  }
}
