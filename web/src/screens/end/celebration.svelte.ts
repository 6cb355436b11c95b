/** The winner is celebrated once, and not for long: the face, rays round it, the points, and a ring round them. */
import { prefersReducedMotion } from '../../motion'
import { jitter, penStroke, type Point, type Random } from '../../play/art'

// Milliseconds at which each part begins, and how long it takes.
const FACE = [0, 240] as const
const RAY = { begin: 150, apart: 30, length: 120 }
const POINTS = [440, 360] as const
const RING = [800, 300] as const
const LENGTH = 1100

const celebrated = new Set<string>()

const part = (elapsed: number, from: number, length: number): number =>
  Math.min(1, Math.max(0, (elapsed - from) / length))

export class Celebration {
  #elapsed = $state(LENGTH)

  /** How far each part of it has come, from 0 to 1. */
  readonly face = $derived(part(this.#elapsed, ...FACE))
  readonly points = $derived(part(this.#elapsed, ...POINTS))
  readonly ring = $derived(part(this.#elapsed, ...RING))

  /** How far one of the rays has come. */
  ray(place: number): number {
    return part(this.#elapsed, RAY.begin + place * RAY.apart, RAY.length)
  }

  /** Begins it, unless this game had one or nothing may move; a touch or a key ends it. Returns how to stop it. */
  begin(game: string): () => void {
    if (celebrated.has(game) || prefersReducedMotion()) return () => undefined
    celebrated.add(game)
    this.#elapsed = 0
    let frame = 0
    const stop = (): void => {
      cancelAnimationFrame(frame)
      removeEventListener('pointerdown', stop)
      removeEventListener('keydown', stop)
      this.#elapsed = LENGTH
    }
    const start = performance.now()
    const step = (now: number): void => {
      if (now - start >= LENGTH) return stop()
      this.#elapsed = Math.max(0, now - start)
      frame = requestAnimationFrame(step)
    }
    addEventListener('pointerdown', stop)
    addEventListener('keydown', stop)
    frame = requestAnimationFrame(step)
    return stop
  }
}

// Pencil rays: sixteen strokes in a box of 200 by 200

const RAYS = 16
const CENTRE = 100
// From where to where a ray goes, and how broad it is.
const INNER = 62
const OUTER = 88
const BREADTH = 7

function ray(place: number, j: Random): string {
  const angle = (place * 2 * Math.PI) / RAYS - Math.PI / 2 + j(0.06)
  const at = (radius: number, off = 0): Point => [
    CENTRE + radius * Math.cos(angle) + off,
    CENTRE + radius * Math.sin(angle) + off,
  ]
  // Long and short ones take turns.
  const length = (OUTER - INNER) * (place % 2 === 0 ? 0.79 + j(0.07) : 1.01 + j(0.11))
  return penStroke(at(INNER), at(INNER + length / 2, j(2)), at(INNER + length), BREADTH, j, 0.8, 0.4)
}

const j = jitter(5)
export const rays: readonly string[] = Array.from({ length: RAYS }, (_, place) => ray(place, j))
