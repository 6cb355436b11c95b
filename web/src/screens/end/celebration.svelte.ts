/** The winner is celebrated once, and not for long: the face, then the points, then a ring round them. */
import { prefersStillness } from '../../motion'

const FACE = 240
const POINTS = 360
const RING = 300
const LENGTH = FACE + POINTS + RING

const celebrated = new Set<string>()

const part = (elapsed: number, from: number, length: number): number =>
  Math.min(1, Math.max(0, (elapsed - from) / length))

export class Celebration {
  #elapsed = $state(LENGTH)

  /** How far each part of it has come, from 0 to 1. */
  readonly face = $derived(part(this.#elapsed, 0, FACE))
  readonly points = $derived(part(this.#elapsed, FACE, POINTS))
  readonly ring = $derived(part(this.#elapsed, FACE + POINTS, RING))

  /** Begins it, unless this game had one or nothing may move; a touch or a key ends it. Returns how to stop it. */
  begin(game: string): () => void {
    if (celebrated.has(game) || prefersStillness()) return () => undefined
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
