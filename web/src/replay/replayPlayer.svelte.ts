/** Plays a replay: the clockwork with a real clock. */
import { AT_REST, pauseOf, sentTo, ticked, toggled, type Clock, type Speed, type Track } from './clockwork'

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
    this.#clock = toggled(this.#clock, this.#track)
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
