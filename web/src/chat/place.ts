/** Where a chat bubble goes: over the sheet of the player who wrote it, and over nothing else. */
import type { Attachment } from 'svelte/attachments'

const LEAST_WIDTH = 200
// If a face and a name fit, they stay visible.
const FACE_WIDTH = 92
const MARGIN = 4

interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** The box of a seat, widened within the row of seats where it is too narrow for words. */
function boxAt(seat: Box, row: Box): Box {
  const face = seat.width >= LEAST_WIDTH + FACE_WIDTH ? FACE_WIDTH : 0
  const width = Math.min(Math.max(seat.width - face, LEAST_WIDTH), row.width)
  const right = Math.max(seat.left + seat.width, row.left + width)
  return { left: right - width, top: seat.top, width, height: seat.height }
}

function under({ left, top, width, height }: Box): Box {
  const right = left + width
  const across = Math.min(right - MARGIN, LEAST_WIDTH * 1.4)
  return { left: right - across, top: top + height, width: across, height: LEAST_WIDTH / 2 }
}

/** Keeps an element at a seat, or at another element where that seat is not to be seen. */
export function placed(seat: number, otherwise: () => HTMLElement | undefined): Attachment<HTMLElement> {
  return (element) => {
    const place = (): void => {
      const spot = document.querySelector(`[data-spot="seat ${seat}"]`)
      const row = spot?.parentElement
      const other = otherwise()
      const box =
        spot && row
          ? boxAt(spot.getBoundingClientRect(), row.getBoundingClientRect())
          : other && under(other.getBoundingClientRect())
      if (!box) return
      element.style.left = `${box.left + MARGIN}px`
      element.style.top = `${box.top + MARGIN}px`
      element.style.width = `${box.width - 2 * MARGIN}px`
      element.style.height = `${box.height - 2 * MARGIN}px`
    }
    place()
    addEventListener('resize', place)
    addEventListener('scroll', place, { passive: true })
    return () => {
      removeEventListener('resize', place)
      removeEventListener('scroll', place)
    }
  }
}
