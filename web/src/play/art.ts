// Marks drawn by hand: crosses, rings and strikes as filled pen strokes, each in a few variants.
export type Point = readonly [number, number]
export type Random = (spread: number) => number

/** A small generator with a fixed seed, so that a variant looks the same on every screen. */
export function jitter(seed: number): Random {
  let state = seed
  return (spread) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return (((t ^ (t >>> 14)) >>> 0) / 2147483648 - 1) * spread
  }
}

const point = ([x, y]: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`
const line = (points: readonly Point[]): string => points.map((p) => `L${point(p)}`).join('')

/** One pen stroke as a filled shape: it presses in and lifts off. */
export function penStroke(
  from: Point,
  via: Point,
  to: Point,
  width: number,
  j: Random,
  head = 0.75,
  tail = 0.35,
): string {
  const left: Point[] = []
  const right: Point[] = []
  const steps = 26
  for (let i = 0; i <= steps; i++) {
    const t = i / steps
    const u = 1 - t
    const x = u * u * from[0] + 2 * t * u * via[0] + t * t * to[0]
    const y = u * u * from[1] + 2 * t * u * via[1] + t * t * to[1]
    const dx = 2 * u * (via[0] - from[0]) + 2 * t * (to[0] - via[0])
    const dy = 2 * u * (via[1] - from[1]) + 2 * t * (to[1] - via[1])
    const long = Math.hypot(dx, dy)
    const press = t < 0.22 ? head + (1 - head) * (t / 0.22) : 1 - (1 - tail) * Math.max(0, (t - 0.55) / 0.45) ** 1.6
    const half = (width / 2) * press * (1 + j(0.035))
    left.push([x - (dy / long) * half, y + (dx / long) * half])
    right.push([x + (dy / long) * half, y - (dx / long) * half])
  }
  const arc = (share: number): string =>
    `A${((width / 2) * share).toFixed(1)} ${((width / 2) * share).toFixed(1)} 0 0 0 `
  const [first, ...rest] = left as [Point, ...Point[]]
  const [end, ...back] = right.reverse() as [Point, ...Point[]]
  return `M${point(first)}${line(rest)}${arc(tail)}${point(end)}${line(back)}${arc(head)}${point(first)}z`
}

function cross(j: Random): readonly [string, string] {
  const down = penStroke([10 + j(4), 12 + j(5)], [50 + j(9), 44 + j(8)], [91 + j(4), 90 + j(5)], 10.5, j)
  const up = penStroke([90 + j(5), 8 + j(5)], [47 + j(8), 50 + j(9)], [9 + j(4), 92 + j(5)], 10.5, j)
  return [down, up]
}

function ring(j: Random): string {
  const outer: Point[] = []
  const inner: Point[] = []
  const steps = 60
  const start = -2.2 + j(0.35)
  const sweep = 2 * Math.PI + 0.62 + j(0.15)
  const phase = j(1)
  for (let i = 0; i <= steps; i++) {
    const t = i / steps
    const a = start + sweep * t
    const radius = 44 + 2.2 * Math.sin(2 * a + phase) + (-3.2 + 6.8 * t)
    const x = 50 + radius * Math.cos(a)
    const y = 50 + radius * 1.02 * Math.sin(a)
    const press = t < 0.12 ? 0.65 + 0.35 * (t / 0.12) : 1 - 0.6 * Math.max(0, (t - 0.72) / 0.28) ** 1.5
    const half = 3.9 * press
    outer.push([x + Math.cos(a) * half, y + Math.sin(a) * half])
    inner.push([x - Math.cos(a) * half, y - Math.sin(a) * half])
  }
  return `M${line(outer).slice(1)}${line(inner.reverse())}z`
}

function strike(j: Random): string {
  return penStroke([5 + j(3), 63 + j(3)], [50, 51 + j(5)], [95 + j(3), 37 + j(3)], 6.4, j, 0.6, 0.4)
}

function several<T>(count: number, seed: number, draw: (j: Random) => T): readonly T[] {
  const j = jitter(seed)
  return Array.from({ length: count }, () => draw(j))
}

const CROSSES = several(7, 11, cross)
const RINGS = several(4, 5, ring)
const STRIKES = several(3, 3, strike)

export type MarkKind = 'cross' | 'ring' | 'strike'

/** The strokes of a mark; which variant it is depends on its place alone, so redraws never change it. */
export function strokes(kind: MarkKind, seat: number, row: number, number: number): readonly string[] {
  const hash = (Math.imul(seat + 1, 7919) ^ Math.imul(row + 1, 104729) ^ Math.imul(number + 1, 1299709)) >>> 3
  const pick = <T>(variants: readonly T[]): T => variants[hash % variants.length] as T
  if (kind === 'cross') return pick(CROSSES)
  return [pick(kind === 'ring' ? RINGS : STRIKES)]
}
