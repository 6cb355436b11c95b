// A screen that takes long to draw is drawn a part in every frame.

/** How many parts of a screen are shown: one more in every frame, after that in which the screen itself is drawn. */
export function partsShown(all: () => number): { readonly now: number } {
  let now = $state(-1)

  $effect(() => {
    if (now >= all()) return
    const frame = requestAnimationFrame(() => now++)
    return () => cancelAnimationFrame(frame)
  })

  return {
    get now() {
      return now
    },
  }
}
