// Whether less motion is wanted. The browser is asked once: each answer may cost a layout of the page.
let reduced: boolean | undefined

function asked(): boolean {
  const query = matchMedia('(prefers-reduced-motion: reduce)')
  query.addEventListener('change', ({ matches }) => (reduced = matches))
  return query.matches
}

export const prefersReducedMotion = (): boolean => (reduced ??= asked())
