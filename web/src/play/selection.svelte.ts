// What is selected in a decision but not sent, and what that means for dice, sheet and hand.
import type { Choice, View } from '../protocol'
import type { Colour } from '../rules'
import { diceFor } from '../sheet'
import { cellKey, modeOf } from './game'

/** What a game with cards needs for it. */
export type CardGame = typeof import('./cardGame')

export class Selection {
  readonly #view: () => View
  readonly #decision: () => string
  readonly #cards: () => CardGame | null
  #picked = $state.raw<Picked | null>(null)
  #changes = $state(0)

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

  /** How often something was selected. */
  get changes(): number {
    return this.#changes
  }

  change(to: Partial<Picked>): void {
    this.#picked = { ...this.pick, ...to }
    this.#changes += 1
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

/** A selection belongs to one decision and is forgotten with it. */
export interface Picked {
  decision: string
  cell: Choice | null
  places: readonly number[]
  cards: readonly string[]
  colour: Colour | null
  numbers: readonly number[] | null
}

/** No card is selected any more. */
export const CLEARED = { places: [], cards: [], colour: null, numbers: null } as const

export const nothing = (decision: string): Picked => ({ decision, cell: null, ...CLEARED })

/** What a tap leads to: another selection, or the choice to ask the table about because it is not legal. */
export type Tapped = { change: Partial<Picked> } | { ask: string } | null

/** The legal plays of the selected cards. */
export interface Plays {
  all: readonly Choice[]
  colours: readonly Colour[]
  /** The row they go to, null while jokers leave that open. */
  colour: Colour | null
  fitting: readonly Choice[]
  /** The one that would be sent. */
  play: Choice | undefined
}

export const NO_PLAYS: Plays = { all: [], colours: [], colour: null, fitting: [], play: undefined }

/** The cells that the selected cards may cross. */
export function legalCells({ all, colour, fitting }: Plays): ReadonlySet<string> {
  return new Set((colour === null ? all : fitting).flatMap(cellsOf))
}

export const cellsOf = ({ colour, numbers }: Choice): string[] =>
  colour ? numbers.map((number) => cellKey(colour, number)) : []

/** A cell is tapped while one number may be crossed; the chosen one is let go by another tap. */
export function tapCross(crosses: readonly Choice[], cell: Choice | null, colour: Colour, number: number): Tapped {
  const choice = crosses.find((each) => each.colour === colour && each.numbers[0] === number)
  if (!choice) return { ask: cellKey(colour, number) }
  return { change: { cell: cell?.text === choice.text ? null : choice } }
}
