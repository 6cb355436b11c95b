import { scrollThen } from './router.svelte'

let loaded = false

// A list that is read from the device has its full height only after some frames.
const SCROLL_FRAMES = 60

/** Scrolls to where this page was left, or to the top of a page that was not shown before. */
function scrollToPlace(): void {
  const scroll = scrollThen()
  let frames = SCROLL_FRAMES
  const go = (): void => {
    scrollTo(0, scroll)
    if (scrollY < scroll - 1 && frames-- > 0) requestAnimationFrame(go)
  }
  go()
}

/**
 * Moves the focus to the heading of a screen that replaces another, for screen readers and keyboards.
 * The first screen of a page is left to the browser, and an open dialog keeps the focus until it is closed.
 */
export function arrive(heading: HTMLElement): void {
  if (!loaded) {
    loaded = true
    return
  }
  const go = () => {
    scrollToPlace()
    heading.focus({ preventScroll: true })
  }
  const dialog = document.querySelector('dialog[open]')
  if (dialog !== null) {
    dialog.addEventListener('close', () => setTimeout(go), { once: true })
    return
  }
  // After layout: reading the scroll height before would force a synchronous layout.
  const before = document.activeElement
  requestAnimationFrame(() => {
    const { activeElement, body } = document
    const isTouched = activeElement !== before && activeElement !== body
    if (heading.isConnected && !isTouched) go()
  })
}
