/** Where a learner is, what is selected there, and what the teacher has just said. */
import { reasonText, t, type Key } from '../i18n.svelte'
import * as cardGame from '../play/cardGame'
import { Selected } from '../play/selected.svelte'
import type { Pick, Tapped } from '../play/selection'
import { load, save } from '../storage'
import { firstOf, LESSONS, stepsOf, type LearnedGame, type Lesson } from './lessons'

export class Guide {
  readonly game: LearnedGame
  readonly lesson: Lesson
  #place = $state(0)
  /** An answer to a tap that did not lead on. */
  answer = $state<string | null>(null)

  readonly moment = $derived.by(() => this.lesson.nodes[this.#place] ?? this.lesson.nodes[0]!)
  readonly view = $derived(this.moment.view)
  readonly over = $derived(Object.keys(this.moment.next).length === 0)
  /** While there is something to read, nothing can be chosen. */
  readonly reads = $derived('read' in this.moment.next)
  readonly selected = new Selected(
    () => this.view,
    () => String(this.#place),
    () => cardGame,
  )

  constructor(game: LearnedGame) {
    this.game = game
    this.lesson = LESSONS[game]
    const step = Number(load(this.#key))
    if (step > 1 && step <= stepsOf(this.lesson)) this.#place = firstOf(this.lesson, step)
    // The way back leads through the steps of this lesson, and then out of it.
    history.replaceState({ moment: this.#place }, '')
  }

  get #key(): string {
    return `lesson.${this.game}`
  }

  #show(place: number): void {
    this.#place = place
    this.selected.forget()
    this.answer = null
    // Who has seen the end begins anew.
    save(this.#key, this.over ? '' : String(this.moment.step))
  }

  #goOn(place: number): void {
    this.#show(place)
    history.pushState({ moment: place }, '')
  }

  /** The browser has gone back, or forth again. */
  onpopstate = (event: PopStateEvent): void => {
    const place: unknown = (event.state as { moment?: unknown } | null)?.moment
    if (typeof place === 'number' && this.lesson.nodes[place] !== undefined) this.#show(place)
  }

  skip = (): void => this.#goOn(firstOf(this.lesson, this.moment.step + 1))
  restart = (): void => this.#goOn(0)

  choose(text: string): void {
    const to = this.moment.next[text]
    if (to !== undefined) this.#goOn(to)
    else this.answer = t(`learn.${this.game}.${this.moment.step}.nudge` as Key)
  }

  change(to: Partial<Pick>): void {
    this.answer = null
    this.selected.change(to)
  }

  follow(tapped: Tapped): void {
    if (tapped === null) return
    if ('change' in tapped) this.change(tapped.change)
    else this.refuse(tapped.ask)
  }

  refuse(asked: string): void {
    const reason = this.moment.refusals[asked]
    this.answer = reason === undefined ? t('learn.cell') : reasonText({ ...reason, text: '' })
  }
}
