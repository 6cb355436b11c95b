/** Where the words about a point of a line stand: beside it, or above or below it, where they hide the line least. */

interface Point {
  x: number
  y: number
}
interface Size {
  width: number
  height: number
}

interface Note {
  side: 'left' | 'right'
  left: number
  top: number
  /** How wide it may be. */
  room: number
  /** The path of the stroke that leads from the words to the point. */
  lead: string
}

const RING = 13
const DISTANCE = 34
const STEP = 4
const WIDEST = 260
// Words beside the point would stand one below the other in less room.
const NARROWEST = 120

type Line = readonly Point[]

/** The heights between which a line runs over a stretch. */
function spanOf(line: Line, from: number, to: number): [number, number] {
  const heights = line.flatMap(({ x, y }, index) => {
    const next = line[index + 1] ?? { x, y }
    return next.x >= from && x <= to ? [y, next.y] : []
  })
  return [Math.min(...heights), Math.max(...heights)]
}

const overlap = (a: number, b: number, from: number, to: number): number =>
  Math.max(0, Math.min(b, to) - Math.max(a, from))

/** `lines` are those that the words should not hide, and `even` the height of another that they may. */
export function noteBeside(ring: Point, lines: readonly Line[], plot: Size, words: Size, even: number): Note {
  const side = ring.x > plot.width / 2 ? 'left' : 'right'
  const roomBeside = (side === 'left' ? ring.x : plot.width - ring.x) - DISTANCE
  const isBeside = roomBeside >= NARROWEST
  const room = Math.min(WIDEST, isBeside ? roomBeside : plot.width)
  const distance = isBeside ? DISTANCE : side === 'left' ? ring.x - words.width : plot.width - ring.x - words.width
  const left = side === 'left' ? ring.x - distance - words.width : ring.x + distance
  const spans = lines.map((line) => spanOf(line, left, left + words.width))
  if (!isBeside) spans.push([ring.y - RING, ring.y + RING])
  const hidden = (top: number): number =>
    spans.reduce((sum, [high, low]) => sum + overlap(top, top + words.height, high - 8, low + 8), 0)
  const cost = (top: number): number =>
    10 * hidden(top) +
    3 * overlap(top, top + words.height, even - 3, even + 3) +
    0.2 * Math.abs(top + words.height / 2 - ring.y)
  const tops = Array.from(
    { length: Math.max(1, Math.floor((plot.height - words.height) / STEP)) },
    (_, index) => index * STEP,
  )
  const top = tops.reduce((best, each) => (cost(each) < cost(best) ? each : best), tops[0] ?? 0)
  const from = isBeside
    ? { x: side === 'left' ? ring.x - DISTANCE + 4 : ring.x + DISTANCE - 4, y: top + words.height / 2 }
    : {
        x: Math.min(Math.max(ring.x, left + 8), left + words.width - 8),
        y: top > ring.y ? top - 2 : top + words.height + 2,
      }
  const length = Math.hypot(ring.x - from.x, ring.y - from.y)
  const stop = { x: ring.x - ((ring.x - from.x) * RING) / length, y: ring.y - ((ring.y - from.y) * RING) / length }
  return { side, left, top, room, lead: length > RING ? `M${from.x} ${from.y}L${stop.x} ${stop.y}` : '' }
}
