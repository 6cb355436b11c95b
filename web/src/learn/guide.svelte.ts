/** Where a learner is, what is selected there, what the teacher has just said, and what can be done. */
import { isCardGame } from '../sheet'
import { findMessage, t } from '../i18n.svelte'
import { CLEARED, type Picked, Selection, type Tapped } from '../play/selection.svelte'
import { reasonText } from '../refusals'
import { load, save } from '../storage'
import { firstMomentOf, type LearnedGame, type Lesson, LESSONS, READ, ROLL, stepCount } from './lessons'
import { buttons, type Buttons } from '../play/buttons'
import * as cardGame from '../play/cardGame'

// The first page of the card lesson explains the sheet, which is the same in the dice game.
const AFTER_SHEET = 2

const keyOf = (game: LearnedGame): string => `lesson.${game}`
/** Whether a lesson was followed to its end. */
const isDone = (game: LearnedGame): boolean => load(keyOf(game)) === ''

export class Guide {
  readonly game: LearnedGame
  readonly lesson: Lesson
  #place = $state(0)
  #answer = $state<string | null>(null)

  readonly moment = $derived.by(() => this.lesson.nodes[this.#place] ?? this.lesson.nodes[0]!)
  readonly view = $derived(this.moment.view)
  readonly over = $derived(Object.keys(this.moment.next).length === 0)
  /** Nothing can be chosen while a text is to be read. */
  readonly reads = $derived('read' in this.moment.next)
  readonly selected = new Selection(
    () => this.view,
    () => String(this.#place),
    () => cardGame,
  )

  constructor(game: LearnedGame) {
    this.game = game
    this.lesson = LESSONS[game]
    const step = Number(load(this.#key))
    if (step > 1 && step <= stepCount(this.lesson)) this.#place = firstMomentOf(this.lesson, step)
    else if (isCardGame(game) && isDone('dice')) this.#place = firstMomentOf(this.lesson, AFTER_SHEET)
    // The way back leads through the steps of this lesson, and then out of it.
    history.replaceState({ ...(history.state as object | null), moment: this.#place }, '')
  }

  /** The answer to a tap that did not lead on. */
  get answer(): string | null {
    return this.#answer
  }

  readonly reply = (text: string): void => {
    this.#answer = text
  }

  get #key(): string {
    return keyOf(this.game)
  }

  #show(place: number): void {
    this.#place = place
    this.selected.forget()
    this.#answer = null
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

  skip = (): void => this.#goOn(firstMomentOf(this.lesson, this.moment.step + 1))
  restart = (): void => this.#goOn(0)

  choose(text: string): void {
    const to = this.moment.next[text]
    if (to !== undefined) this.#goOn(to)
    else this.#answer = findMessage(`learn.${this.game}.${this.moment.step}.nudge`, {}) ?? ''
  }

  change(to: Partial<Picked>): void {
    this.#answer = null
    this.selected.change(to)
  }

  onTapped(tapped: Tapped): void {
    if (tapped === null) return
    if ('change' in tapped) this.change(tapped.change)
    else this.explainRefusal(tapped.ask)
  }

  explainRefusal(asked: string): void {
    const reason = this.moment.refusals[asked]
    this.#answer = reason === undefined ? t('learn.cell') : reasonText({ ...reason, text: '' })
  }
}

/** The buttons below the sheet: the same as at a table, and two more. */
export function buttonsOf(guide: Guide): Buttons {
  const only = (text: string, way: string): Buttons => ({
    first: { text, on: true, do: () => guide.choose(way) },
    second: null,
  })
  if (ROLL in guide.moment.next) return only(t('learn.roll'), ROLL)
  if (READ in guide.moment.next) return only(t('learn.next'), READ)
  const { mode, pick, plays, cell } = guide.selected
  return buttons(
    { view: guide.view, mode, cardGame: isCardGame(guide.game) ? cardGame : null, pick, plays, cell, advised: null },
    {
      choose: (choice) => guide.choose(choice),
      clear: () => guide.change(CLEARED),
      showMessage: guide.reply,
      // A lesson hides nothing, and waits for no other player.
      takeBack: () => undefined,
      showWaiting: () => undefined,
    },
  )
}

/** The sum takes the room that the dice leave. */
export const TIGHT = '.sum'

const TAPPABLE = '[data-cell][aria-disabled="false"]'

/** What a lesson lifts out of the shade: what the teacher talks about, and what can be tapped. */
interface Lifted {
  together: readonly string[]
  each: string
}

export function liftedIn(guide: Guide): Lifted {
  const { phase } = guide.view.public
  if (guide.reads) return { together: [], each: '.cell.skipped, .cell.crossed' }
  if (ROLL in guide.moment.next) return { together: ['.pad'], each: '' }
  if (phase === 'draw') return { together: ['.places'], each: '' }
  if (phase === 'play') return { together: ['.hand, .foot'], each: TAPPABLE }
  const number = isCardGame(guide.game) ? '.stack' : phase === 'own' ? '.dice' : '.whites, .dice .sum'
  return { together: [number], each: TAPPABLE }
}
