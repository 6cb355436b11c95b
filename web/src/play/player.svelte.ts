// What somebody does at a table: selects, sends, takes back, and asks the table or the coach.
import type { Send } from '../connection.svelte'
import { showEffect } from '../effects'
import { list, t } from '../i18n.svelte'
import type { TableInfo, View } from '../protocol'
import type { Colour } from '../rules'
import { save } from '../storage'
import { buttons, hintButton, type Act, type Buttons } from './buttons'
import { waitedFor } from './felt'
import { cellKey } from './game'
import { Hints } from './hints.svelte'
import { Selected, type CardGame } from './selected.svelte'
import { CLEARED, type Pick, type Tapped } from './selection'
import { Talk } from './talk.svelte'

interface Now {
  info: TableInfo
  view: View
  version: number
  names: readonly string[]
  send: Send
  cardGame: CardGame | null
}

export class Player {
  readonly #now: () => Now
  readonly decision = $derived.by(() => {
    const { info, view } = this.#now()
    return `${info.games_played}/${view.public.turn}/${view.public.phase}`
  })
  readonly selected: Selected
  readonly #talk = new Talk(() => this.#now().send)
  readonly #hints = new Hints()

  /** What the coach says about this decision. */
  readonly hinted = $derived.by(() => (this.selected.mode === 'sealed' ? null : this.#hints.about(this.decision)))
  /** What the coach would choose. */
  readonly advised = $derived.by(() => {
    const best = this.hinted?.advice.options[0]?.choice
    return this.#now().view.choices.find(({ text }) => text === best) ?? null
  })
  /** What stands on the felt for a while, in place of what there is to do. */
  readonly told = $derived(
    this.#talk.reason ?? (this.#hints.isThinking(this.decision) ? t('play.coach.thinking') : null),
  )
  readonly buttons = $derived.by((): Buttons => {
    const { view, cardGame } = this.#now()
    const { mode, pick, plays, cell } = this.selected
    return buttons(
      { view, mode, cardGame, pick, plays, cell, advised: this.advised },
      {
        choose: (choice) => void this.#talk.command({ type: 'choose', version: this.#now().version, choice }),
        takeBack: () => void this.#takeBack(),
        clear: () => this.change(CLEARED),
        tell: this.#talk.tell,
        tellWait: this.#tellWait,
      },
    )
  })
  readonly hintButton = $derived.by((): Act | null => {
    const { view, info } = this.#now()
    if (!info.settings.hints) return null
    const doing = { ask: () => void this.#askCoach(), tell: this.#talk.tell, tellWait: this.#tellWait }
    return hintButton(view, this.selected.mode, doing)
  })

  /** To be made by a component, with which it ends. */
  constructor(now: () => Now) {
    this.#now = now
    this.selected = new Selected(
      () => now().view,
      () => this.decision,
      () => now().cardGame,
    )
    $effect(() => this.#talk.hush)
    // A reason belongs to the decision it was given in.
    $effect(() => {
      void this.decision
      this.#talk.hush()
    })
  }

  change(to: Partial<Pick>): void {
    this.#talk.hush()
    this.selected.change(to)
  }

  heed(tapped: Tapped): void {
    if (tapped === null) return
    if ('ask' in tapped) return void this.#talk.ask(tapped.ask)
    showEffect('choose')
    this.change(tapped.change)
  }

  readonly tapCell = (colour: Colour, number: number): void => {
    const { mode, chosen } = this.selected
    if (mode !== 'sealed') this.heed(this.selected.onCell(colour, number))
    else if (chosen.has(cellKey(colour, number))) void this.#takeBack()
    else this.#talk.tell(t('play.hint.sealed'))
  }

  async #takeBack(): Promise<void> {
    if (!(await this.#talk.command({ type: 'withdraw', version: this.#now().version }))) return
    this.selected.forget()
    this.#talk.tell(t('play.takeback.done'))
  }

  async #askCoach(): Promise<void> {
    this.#talk.hush()
    const { info, send } = this.#now()
    const problem = await this.#hints.ask(this.decision, send)
    if (problem !== null) this.#talk.tell(problem)
    // For the history of this device.
    else save('hinted', `${info.table}/${info.games_played}`)
  }

  readonly #tellWait = (): void => {
    const { view, names } = this.#now()
    const waited = waitedFor(view)
    if (waited.length) this.#talk.tell(t('play.sub.waiting', { names: list(waited.map((each) => names[each] ?? '')) }))
  }
}
