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
  if (dialog !== null) {
    dialog.addEventListener('close', () => setTimeout(go), { once: true })
    return
  }
  // Not before it is laid out: to ask for that in the middle takes a frame's time.
  const before = document.activeElement
  requestAnimationFrame(() => {
    const { activeElement, body } = document
    const isTouched = activeElement !== before && activeElement !== body
    if (heading.isConnected && !isTouched) go()
  })
}
