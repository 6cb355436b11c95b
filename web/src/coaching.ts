/** What only those load who ask the coach. */
export type Coach = typeof import('./coach/lazy')

let coming: Promise<Coach> | undefined

/** The coach's screens and words; whoever comes after a failure asks for them again. */
export function fetchCoach(): Promise<Coach> {
  coming ??= import('./coach/lazy').catch((error: unknown) => {
    coming = undefined
    throw error
  })
  return coming
}
