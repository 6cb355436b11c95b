// The actions of a player at a table: select, send, undo, and ask the table or the coach.
import type { Send } from '../connection.svelte'
import { showEffect } from '../effects'
import { list, t } from '../i18n.svelte'
import type { TableInfo, View } from '../protocol'
import { COLOURS, NUMBERS, type Colour } from '../rules'
import { save } from '../storage'
import { buttons, hintButton, type Act, type Buttons } from './buttons'
import { waitedFor } from './felt'
import { cellKey } from './game'
import { Hints } from './hints.svelte'
import { type CardGame, CLEARED, type Picked, Selection, type Tapped } from './selection.svelte'
import { TableCommands } from './tableCommands.svelte'

interface Situation {
  info: TableInfo
  view: View
  version: number
  names: readonly string[]
  send: Send
  /** Whether the connection is lost: what is chosen now is sent later. */
  isCutOff: boolean
  cardGame: CardGame | null
}

export class TurnController {
  readonly #now: () => Situation
  readonly decision = $derived.by(() => {
    const { info, view } = this.#now()
    return `${info.games_played}/${view.public.turn}/${view.public.phase}`
  })
  readonly selected: Selection
  readonly #commands = new TableCommands(() => this.#now().send)
  readonly #hints = new Hints()

  /** What the coach says about this decision. */
  readonly hinted = $derived.by(() => (this.selected.mode === 'sealed' ? null : this.#hints.about(this.decision)))
  /** What the coach would choose. */
  readonly advised = $derived.by(() => {
    const best = this.hinted?.advice.options[0]?.choice
    return this.#now().view.choices.find(({ text }) => text === best) ?? null
  })
  /** A message that is on the felt for a while, instead of the next action. */
  readonly message = $derived.by(() => {
    if (this.#commands.reason !== null) return this.#commands.reason
    return this.#hints.isThinking(this.decision) ? t('play.coach.thinking') : this.#withoutLine
  })
  readonly #withoutLine = $derived.by(() => {
    const { isCutOff, view } = this.#now()
    if (!isCutOff || view.seat === null) return null
    if (this.#commands.isSending) return t('play.kept')
    return this.selected.mode === 'wait' || this.selected.mode === 'sealed' ? null : t('play.later')
  })
  /** Which button was tapped last. */
  #tapped = $state<keyof Buttons>('first')
  readonly buttons = $derived.by((): Buttons => {
    const { view, cardGame } = this.#now()
    const { mode, pick, plays, cell } = this.selected
    const { first, second } = buttons(
      { view, mode, cardGame, pick, plays, cell, advised: this.advised },
      {
        choose: (choice) => void this.#commands.command({ type: 'choose', version: this.#now().version, choice }),
        takeBack: () => void this.#takeBack(),
        clear: () => this.change(CLEARED),
        showMessage: this.#commands.showMessage,
        showWaiting: this.#showWaiting,
      },
    )
    return { first: this.#noting('first', first), second: second && this.#noting('second', second) }
  })
  readonly hintButton = $derived.by((): Act | null => {
    const { view, info } = this.#now()
    if (!info.settings.hints) return null
    const handlers = {
      ask: () => void this.#askCoach(),
      showMessage: this.#commands.showMessage,
      showWaiting: this.#showWaiting,
    }
    return hintButton(view, this.selected.mode, handlers)
  })

  /** A button that says so while what it sends takes its time; the other one waits with it. */
  #noting(which: keyof Buttons, act: Act): Act {
    if (this.#commands.slow.isSlow) {
      const isTapped = this.#tapped === which
      return isTapped
        ? { text: t('sending'), on: true, quiet: act.quiet, do: Boolean }
        : { ...act, on: false, do: Boolean }
    }
    const tap = (): void => {
      this.#tapped = which
      act.do()
    }
    return { ...act, do: tap }
  }

  /** To be made by a component, with which it ends. */
  constructor(now: () => Situation) {
    this.#now = now
    this.selected = new Selection(
      () => now().view,
      () => this.decision,
      () => now().cardGame,
    )
    $effect(() => this.#commands.hideMessage)
    // A reason belongs to the decision it was given in.
    $effect(() => {
      void this.decision
      this.#commands.hideMessage()
    })
  }

  change(to: Partial<Picked>): void {
    this.#commands.hideMessage()
    this.selected.change(to)
  }

  onTapped(tapped: Tapped): void {
    // What is on its way stays what is marked.
    if (tapped === null || this.#commands.slow.isSlow) return
    if ('ask' in tapped) return void this.#commands.ask(tapped.ask)
    showEffect('choose')
    this.change(tapped.change)
  }

  readonly tapCell = (colour: Colour, number: number): void => {
    const { mode, chosen } = this.selected
    if (mode !== 'sealed') this.onTapped(this.selected.onCell(colour, number))
    else if (chosen.has(cellKey(colour, number))) this.buttons.first.do()
    else this.#commands.showMessage(t('play.hint.sealed'))
  }

  /** The next number of a row that may be crossed; after the last of them none. */
  tapRow(colour: Colour): void {
    const { legal, chosen, mode } = this.selected
    if (mode === 'sealed') return
    const cells = NUMBERS[colour].filter((number) => legal.has(cellKey(colour, number)))
    const at = cells.findLastIndex((number) => chosen.has(cellKey(colour, number)))
    const next = cells[at + 1] ?? cells[at]
    if (next !== undefined) this.tapCell(colour, next)
  }

  /** What a number on the keyboard stands for: a row, a place of the display, a card, or a colour. */
  tapNumber(number: number): void {
    const { view, cardGame } = this.#now()
    const { mode, colours } = this.selected
    const colour = COLOURS[number - 1]
    const place = number - 1
    if (mode === 'draw') {
      if (view.public.display[place] != null) this.onTapped(this.selected.onPlace(place))
    } else if (colours !== null) {
      if (colour !== undefined && colours.includes(colour)) this.change({ colour, numbers: null })
    } else if (mode === 'play') {
      const card = cardGame?.sortedHand(view.hand)[place]
      if (card !== undefined) this.onTapped(this.selected.onCard(card.text))
    } else if (colour !== undefined) this.tapRow(colour)
  }

  async #takeBack(): Promise<void> {
    if (!(await this.#commands.command({ type: 'withdraw', version: this.#now().version }))) return
    this.selected.forget()
    this.#commands.showMessage(t('play.takeback.done'))
  }

  async #askCoach(): Promise<void> {
    this.#commands.hideMessage()
    const { info, send } = this.#now()
    const problem = await this.#hints.ask(this.decision, send)
    if (problem !== null) this.#commands.showMessage(problem)
    // For the history of this device.
    else save('hinted', `${info.table}/${info.games_played}`)
  }

  readonly #showWaiting = (): void => {
    const { view, names } = this.#now()
    const waited = waitedFor(view)
    if (waited.length)
      this.#commands.showMessage(t('play.waiting', { names: list(waited.map((each) => names[each] ?? '')) }))
  }
}
