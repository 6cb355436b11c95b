/** Plays a replay: which step is shown when. */

export interface Clock {
  readonly step: number
  readonly playing: boolean
  readonly backwards: boolean
  readonly speed: Speed
}

/** What is played: its last step, and for each turn the step that it begins after. */
export interface Track {
  readonly last: number
  readonly begins: readonly number[]
}

export const SPEEDS = [0.5, 1, 2, 4] as const
type Speed = (typeof SPEEDS)[number]

/** The fastest speed at which steps are announced to screen readers. */
export const SPOKEN_SPEED: Speed = 1

export const AT_REST: Omit<Clock, 'step'> = { playing: false, backwards: false, speed: 1 }

const within = (step: number, { last }: Track): number => Math.min(Math.max(step, 0), last)
const endOf = ({ backwards }: Clock, { last }: Track): number => (backwards ? 0 : last)

/** Goes to a step, and stops playback. */
export function sentTo(clock: Clock, step: number, track: Track): Clock {
  return { ...clock, step: within(step, track), playing: false }
}

/** One step on, in the direction of play; at the end it stops. */
export function ticked(clock: Clock, track: Track): Clock {
  const step = within(clock.step + (clock.backwards ? -1 : 1), track)
  return { ...clock, step, playing: clock.playing && step !== endOf(clock, track) }
}

/** Play or pause; from the end it plays once more from the beginning. */
export function toggledClock(clock: Clock, track: Track): Clock {
  if (clock.playing) return { ...clock, playing: false }
  if (track.last === 0) return clock
  const step = clock.step === endOf(clock, track) ? track.last - clock.step : clock.step
  return { ...clock, step, playing: true }
}

/** The turn that a step is part of, counted from 1; 0 before the first. */
export function turnOf(step: number, { begins }: Track): number {
  return begins.filter((begin) => begin < step).length
}

/** The first step of a turn, counted from 1. */
export function firstStepOf(turn: number, { begins }: Track): number {
  const begin = begins[turn - 1]
  return begin === undefined ? 0 : begin + 1
}

export function nextTurn(step: number, track: Track): number {
  const turn = turnOf(step, track) + 1
  return turn > track.begins.length ? track.last : firstStepOf(turn, track)
}

/** The beginning of this turn, or of the one before where it is shown already. */
export function previousTurn(step: number, track: Track): number {
  const turn = turnOf(step, track)
  const begin = firstStepOf(turn, track)
  return step > begin ? begin : firstStepOf(turn - 1, track)
}

const PAUSE = 1100
const PAUSE_EACH = 450
const LONGEST_PAUSE = 3600

/** The milliseconds for a step in which this number of things happened. */
export function pauseOf(happenings: number, speed: Speed): number {
  return Math.min(PAUSE + PAUSE_EACH * happenings, LONGEST_PAUSE) / speed
}

/** The step that the end of an address names, as in `#12`; the first if it names none. */
export function stepIn(hash: string, track: Track): number {
  return /^#\d{1,6}$/.test(hash) ? within(Number(hash.slice(1)), track) : 0
}

export class ReplayPlayer {
  #clock = $state.raw<Clock>({ ...AT_REST, step: 0 })
  readonly #track: Track
  readonly #happenings: (step: number) => number

  /** Every step bears a number of happenings, which says how long it is looked at. */
  constructor(track: Track, step: number, happenings: (step: number) => number) {
    this.#track = track
    this.#happenings = happenings
    this.#clock = { ...AT_REST, step }
    $effect(() => {
      if (!this.#clock.playing) return
      const { step, speed } = this.#clock
      const timer = setTimeout(() => this.#tick(), pauseOf(this.#happenings(step), speed))
      return () => clearTimeout(timer)
    })
  }

  get now(): Clock {
    return this.#clock
  }

  readonly goTo = (step: number): void => {
    this.#clock = sentTo(this.#clock, step, this.#track)
  }

  readonly toggle = (): void => {
    this.#clock = toggledClock(this.#clock, this.#track)
  }

  readonly setSpeed = (speed: Speed): void => {
    this.#clock = { ...this.#clock, speed }
  }

  readonly setBackwards = (backwards: boolean): void => {
    this.#clock = { ...this.#clock, backwards }
  }

  #tick(): void {
    this.#clock = ticked(this.#clock, this.#track)
  }
}
