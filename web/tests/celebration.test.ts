import { beforeEach, expect, test, vi } from 'vitest'
import { Celebration } from '../src/screens/end/celebration.svelte'

let frame: ((now: number) => void) | null = null
let touched: (() => void) | null = null
const motion = vi.hoisted(() => ({ still: false }))
vi.mock('../src/motion', () => ({ prefersReducedMotion: () => motion.still }))
let game = 0

beforeEach(() => {
  motion.still = false
  frame = touched = null
  game += 1
  vi.stubGlobal('performance', { now: () => 0 })
  vi.stubGlobal('requestAnimationFrame', (call: (now: number) => void) => {
    frame = call
    return 1
  })
  vi.stubGlobal('cancelAnimationFrame', () => (frame = null))
  vi.stubGlobal('addEventListener', (kind: string, call: () => void) => {
    if (kind === 'pointerdown') touched = call
  })
  vi.stubGlobal('removeEventListener', () => undefined)
})

const rays = (party: Celebration): number[] => [0, 8, 15].map((place) => party.ray(place))

test('rays are drawn one after the other, and all within a second', () => {
  const party = new Celebration()
  party.begin(`game ${game}`)
  expect(rays(party)).toEqual([0, 0, 0])
  frame?.(450)
  expect(rays(party)).toEqual([1, 0.5, 0])
  frame?.(1100)
  expect(rays(party)).toEqual([1, 1, 1])
  expect(frame, 'nothing is drawn after it').toBeNull()
})

test('a touch ends it, and it does not come again', () => {
  const party = new Celebration()
  party.begin(`game ${game}`)
  touched?.()
  expect(rays(party)).toEqual([1, 1, 1])
  const again = new Celebration()
  again.begin(`game ${game}`)
  expect(rays(again)).toEqual([1, 1, 1])
})

test('where nothing may move the drawing is finished at once', () => {
  motion.still = true
  const party = new Celebration()
  party.begin(`game ${game}`)
  expect(rays(party)).toEqual([1, 1, 1])
})
