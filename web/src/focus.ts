let loaded = false

/**
 * Leads whoever listens or uses the keyboard to the heading of a screen that replaces another.
 * The first screen of a page is left to the browser, and an open dialog keeps the focus until it is closed.
 */
export function arrive(heading: HTMLElement): void {
  if (!loaded) {
    loaded = true
    return
  }
  const go = () => {
    scrollTo(0, 0)
    heading.focus({ preventScroll: true })
  }
  const dialog = document.querySelector('dialog[open]')
  if (dialog === null) go()
  else dialog.addEventListener('close', () => setTimeout(go), { once: true })
}
