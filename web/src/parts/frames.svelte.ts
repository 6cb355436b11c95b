/** How many parts of a screen are shown: one more in every frame, so that no frame takes long. */
export function partsShown(all: () => number): { readonly now: number } {
  let now = $state(0)

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
