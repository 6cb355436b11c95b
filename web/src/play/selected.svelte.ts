// What is selected in a decision but not sent, and what that means for dice, sheet and hand.
import type { Choice, View } from '../protocol'
import type { Colour } from '../rules'
import { diceFor } from '../sheet'
import { modeOf } from './game'
import { cellsOf, legalCells, NO_PLAYS, nothing, tapCross, type Pick, type Tapped } from './selection'

/** What a game with cards needs for it. */
export type CardGame = typeof import('./cardGame')

export class Selected {
  readonly #view: () => View
  readonly #decision: () => string
  readonly #cards: () => CardGame | null
  #picked = $state.raw<Pick | null>(null)
  /** How often something was selected. */
  changes = $state(0)

  readonly #choices = $derived.by(() => this.#view().choices)
  readonly #crosses = $derived(this.#choices.filter((choice) => choice.kind === 'cross'))
  readonly mode = $derived.by(() => modeOf(this.#view()))
  readonly pick = $derived.by(() => {
    const decision = this.#decision()
    return this.#picked?.decision === decision ? this.#picked : nothing(decision)
  })
  readonly plays = $derived.by(() => {
    const { mode, pick } = this
    return (mode === 'play' && this.#cards()?.playsFor(this.#choices, pick)) || NO_PLAYS
  })
  /** The number that is chosen, or sealed. */
  readonly cell = $derived.by((): Choice | null => {
    if (this.mode === 'sealed') return this.#view().chosen
    return this.mode === 'cross' ? this.pick.cell : null
  })
  readonly legal = $derived(this.mode === 'cross' ? new Set(this.#crosses.flatMap(cellsOf)) : legalCells(this.plays))
  readonly chosen = $derived.by(() => {
    const choice = this.cell ?? this.plays.play
    return new Set(choice ? cellsOf(choice) : [])
  })
  /** The dice behind the chosen number. */
  readonly used = $derived.by(() => {
    const { phase, dice } = this.#view().public
    return phase === 'own' && this.cell?.colour ? diceFor(dice, this.cell.colour, this.cell.numbers[0] ?? 0) : null
  })
  /** The colours to choose from for a joker. */
  readonly colours = $derived(
    this.mode === 'play' && this.pick.cards.length > 0 && this.plays.colour === null ? this.plays.colours : null,
  )

  /** `decision` names the one decision that a selection belongs to: it is forgotten with it. */
  constructor(view: () => View, decision: () => string, cards: () => CardGame | null) {
    this.#view = view
    this.#decision = decision
    this.#cards = cards
  }

  change(to: Partial<Pick>): void {
    this.#picked = { ...this.pick, ...to }
    this.changes += 1
  }

  forget(): void {
    this.#picked = null
  }

  onCell(colour: Colour, number: number): Tapped {
    const cards = this.#cards()
    return this.mode === 'play' && cards !== null
      ? cards.tapPlayed(this.#choices, this.pick, this.plays, colour, number)
      : tapCross(this.#crosses, this.pick.cell, colour, number)
  }

  onCard(text: string): Tapped {
    return this.#cards()?.tapCard(this.#choices, this.pick, text) ?? null
  }

  onPlace(place: number): Tapped {
    return this.#cards()?.tapPlace(this.#view(), this.pick, place) ?? null
  }

  /** Whether a card can be played with those that are selected. */
  readonly fits = (text: string): boolean =>
    this.#cards()?.extendable(this.#choices, [...this.pick.cards, text]) ?? false
}
