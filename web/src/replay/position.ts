/** What a step shows: the position after it, what it changed, and which cards may be seen. */
import { cellKey } from '../play/game'
import { diceFor } from '../sheet'
import type { Dice, GameHappening, PublicView, Replay, ReplayStep, Sheet } from '../protocol'

/** From whose view hidden cards are shown: that of a seat, of everyone, or with all cards open. */
export type Eyes = number | 'everybody' | 'all'

export interface Position {
  readonly view: PublicView
  readonly happened: readonly GameHappening[]
  /** Whose turn it was when it happened; null before the first turn. */
  readonly active: number | null
  /** The dice that the step was about: they lie there until the next roll. */
  readonly dice: Dice | null
  readonly used: { white: number; coloured: number } | null
  /** Whether the active player added a coloured die. */
  readonly own: boolean
  /** For each seat the cells that it crossed in this step. */
  readonly fresh: readonly ReadonlySet<string>[]
}

const NO_STEP: ReplayStep['happened'] = []

function viewAt({ steps, sheets }: Replay, step: number): PublicView {
  const at = steps[step] as ReplayStep
  return { ...at.view, sheets: at.sheets.map((place) => sheets[place] as Sheet) }
}

export function positionAt(replay: Replay, step: number): Position {
  const view = viewAt(replay, step)
  const happened = replay.steps[step]?.happened ?? NO_STEP
  const before = replay.steps[step - 1]?.view
  const dice = view.dice ?? before?.dice ?? null
  const own = before?.phase === 'own'
  const cross = happened.find((what) => what.type === 'crossed')
  return {
    view,
    happened,
    active: before === undefined || before.turn === 0 ? null : before.active,
    dice,
    used: own && cross?.type === 'crossed' ? diceFor(dice, cross.colour, cross.numbers[0] ?? 0) : null,
    own,
    fresh: replay.seats.map((_, seat) => crossedBy(seat, happened)),
  }
}

function crossedBy(seat: number, happened: readonly GameHappening[]): ReadonlySet<string> {
  return new Set(
    happened.flatMap((what) =>
      what.type === 'crossed' && what.seat === seat ? what.numbers.map((number) => cellKey(what.colour, number)) : [],
    ),
  )
}

/** The cards of a seat as these eyes see them: faces, or only what everyone may know of them. */
export type SeenHand =
  { readonly cards: readonly string[] } | { readonly numbers: readonly number[] } | { readonly count: number }

export function handAt(replay: Replay, step: number, seat: number, eyes: Eyes): SeenHand {
  const at = replay.steps[step] as ReplayStep
  if (eyes === 'all' || eyes === seat) return { cards: replay.hands[at.hands[seat] ?? -1] ?? [] }
  const numbers = at.view.hand_numbers?.[seat]
  return numbers === undefined ? { count: at.view.hand_sizes[seat] ?? 0 } : { numbers }
}
