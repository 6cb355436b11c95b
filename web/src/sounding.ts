/** Sounds and vibrations for what happens at a table. */
import type { Happening } from './protocol'
import { playSound, type Sound } from './sound'

export { allowSound } from './sound'

/** A sound, and whether it can be felt: one's own doings, locks and the end can. */
export interface Effect {
  sound: Sound
  felt: boolean
}

/** The sounds and vibrations that are switched on. */
export interface Wanted {
  sound: boolean
  haptics: boolean
}

// Between two sounds of the same moment, in milliseconds.
const PAUSE = 180

function effectOf(what: Happening, seat: number | null): Effect | null {
  const own = 'seat' in what && what.seat === seat
  switch (what.type) {
    case 'rolled':
      return { sound: 'roll', felt: false }
    case 'drew':
    case 'reshuffled':
    case 'played':
      return { sound: 'card', felt: false }
    case 'crossed':
      return { sound: 'cross', felt: own }
    case 'locked':
      return { sound: 'lock', felt: true }
    case 'penalised':
      return { sound: 'penalty', felt: own }
    case 'ended': {
      const won = seat === null || what.outcome.places[seat] === 1
      return { sound: won ? 'won' : 'lost', felt: seat !== null }
    }
    default:
      return null
  }
}

/** The effects of what happened, each sound once: several players who do the same make one sound. */
export function effectsOf(news: readonly Happening[], seat: number | null): Effect[] {
  const found = new Map<Sound, Effect>()
  for (const what of news) {
    const effect = effectOf(what, seat)
    if (effect === null) continue
    found.set(effect.sound, { ...effect, felt: effect.felt || found.get(effect.sound)?.felt === true })
  }
  return [...found.values()]
}

export function give({ sound, felt }: Effect, wanted: Wanted): void {
  if (wanted.sound) playSound(sound)
  if (wanted.haptics && felt) vibrate(sound)
}

/** The effects of what happened, one after the other. */
export function giveAll(news: readonly Happening[], seat: number | null, wanted: Wanted): void {
  effectsOf(news, seat).forEach((effect, place) => setTimeout(() => give(effect, wanted), place * PAUSE))
}

/** The pattern of vibrations and pauses, in milliseconds. */
const VIBRATIONS: Readonly<Partial<Record<Sound, number | number[]>>> = {
  choose: 8,
  cross: [10, 60, 10],
  lock: [15, 45, 30],
  penalty: 45,
  turn: [12, 80, 12],
  won: [15, 75, 15, 75, 30],
  lost: [30, 75, 15],
}

/** Vibrates to a sound, where the device and the browser allow it. */
export function vibrate(sound: Sound): void {
  const pattern = VIBRATIONS[sound]
  if (pattern === undefined || typeof navigator.vibrate !== 'function') return
  try {
    navigator.vibrate(pattern)
  } catch {
    // Not allowed: no vibration.
  }
}
