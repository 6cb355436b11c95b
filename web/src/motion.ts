// Whether somebody wants things to keep still. The browser is asked once: for every answer it lays out the page.
let still: boolean | undefined

function asked(): boolean {
  const query = matchMedia('(prefers-reduced-motion: reduce)')
  query.addEventListener('change', ({ matches }) => (still = matches))
  return query.matches
}

export const prefersStillness = (): boolean => (still ??= asked())
