/** Where a learner is, what is selected, and what the teacher has just said. */
import { reasonText, t, type Key } from '../i18n.svelte'
import { toTake } from '../play/buttons'
import { diceFor, modeOf } from '../play/game'
import { cellsOf, legalCells, nothing, playsFor, type Pick, type Tapped } from '../play/selection'
import { load, save } from '../storage'
import { firstOf, LESSONS, stepsOf, type LearnedGame, type Lesson } from './lessons'

export class Guide {
  readonly game: LearnedGame
  readonly lesson: Lesson
  #place = $state(0)
  pick = $state.raw<Pick>(nothing(''))
  /** An answer to a tap that did not lead on. */
  answer = $state<string | null>(null)

  readonly moment = $derived.by(() => this.lesson.nodes[this.#place] ?? this.lesson.nodes[0]!)
  readonly view = $derived(this.moment.view)
  readonly over = $derived(Object.keys(this.moment.next).length === 0)
  readonly mode = $derived(modeOf(this.view))
  readonly crosses = $derived(this.view.choices.filter((choice) => choice.kind === 'cross'))
  readonly toTake = $derived(toTake(this.view))
  readonly plays = $derived(playsFor(this.mode === 'play' ? this.view.choices : [], this.pick))
  readonly cell = $derived(this.mode === 'cross' ? this.pick.cell : null)
  /** While there is something to read, nothing can be chosen. */
  readonly reads = $derived('read' in this.moment.next)
  readonly legal = $derived.by((): ReadonlySet<string> => {
    if (this.reads) return new Set()
    return this.mode === 'cross' ? new Set(this.crosses.map(({ text }) => text)) : legalCells(this.plays)
  })
  readonly chosen = $derived.by((): ReadonlySet<string> => {
    const choice = this.cell ?? this.plays.play
    return new Set(choice ? cellsOf(choice) : [])
  })
  readonly used = $derived.by(() => {
    const { phase, dice } = this.view.public
    return phase === 'own' && this.cell?.colour ? diceFor(dice, this.cell.colour, this.cell.numbers[0] ?? 0) : null
  })

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
    this.pick = nothing('')
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
    this.pick = { ...this.pick, ...to }
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

  clear = (): void => this.change({ cards: [], places: [], colour: null, numbers: null })
}
