/** The screens of the coach, which are loaded when they are first wanted. */
type Screens = typeof import('./coach/lazy')

let screens = $state.raw<Screens | null>(null)
let asked = false

/** The screens, or null until they are here. */
export function coachScreens(): Screens | null {
  if (!asked) {
    asked = true
    import('./coach/lazy').then(
      (found) => (screens = found),
      // Without a connection: whoever comes again asks again.
      () => (asked = false),
    )
  }
  return screens
}
