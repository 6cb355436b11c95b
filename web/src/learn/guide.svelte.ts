/** Where a learner is, what is selected there, and what the teacher has just said. */
import { isCardGame } from '../games'
import { find, t } from '../i18n.svelte'
import * as cardGame from '../play/cardGame'
import { Selected } from '../play/selected.svelte'
import type { Pick, Tapped } from '../play/selection'
import { reasonText } from '../refusals'
import { load, save } from '../storage'
import { firstOf, LESSONS, stepsOf, type LearnedGame, type Lesson } from './lessons'

// The first page of the card lesson explains the sheet, which is the same in the dice game.
const AFTER_SHEET = 2

const keyOf = (game: LearnedGame): string => `lesson.${game}`
/** Whether a lesson was followed to its end. */
const isDone = (game: LearnedGame): boolean => load(keyOf(game)) === ''

export class Guide {
  readonly game: LearnedGame
  readonly lesson: Lesson
  #place = $state(0)
  /** An answer to a tap that did not lead on. */
  answer = $state<string | null>(null)

  readonly moment = $derived.by(() => this.lesson.nodes[this.#place] ?? this.lesson.nodes[0]!)
  readonly view = $derived(this.moment.view)
  readonly over = $derived(Object.keys(this.moment.next).length === 0)
  /** Nothing can be chosen while a text is to be read. */
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
    else if (isCardGame(game) && isDone('dice')) this.#place = firstOf(this.lesson, AFTER_SHEET)
    // The way back leads through the steps of this lesson, and then out of it.
    history.replaceState({ ...(history.state as object | null), moment: this.#place }, '')
  }

  get #key(): string {
    return keyOf(this.game)
  }

  #show(place: number): void {
    this.#place = place
    this.selected.forget()
    this.answer = null
    // After the end the lesson starts over.
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
    else this.answer = find(`learn.${this.game}.${this.moment.step}.nudge`, {}) ?? ''
  }

  change(to: Partial<Pick>): void {
    this.answer = null
    this.selected.change(to)
  }

  onTapped(tapped: Tapped): void {
    if (tapped === null) return
    if ('change' in tapped) this.change(tapped.change)
    else this.explainRefusal(tapped.ask)
  }

  explainRefusal(asked: string): void {
    const reason = this.moment.refusals[asked]
    this.answer = reason === undefined ? t('learn.cell') : reasonText({ ...reason, text: '' })
  }
}
