// What the felt says: the one sentence that says what to do, the lines below it, and what passing costs.
import { cellName } from '../cells'
import { list, t } from '../i18n.svelte'
import type { Choice, View } from '../protocol'
import { POINTS_PER_PENALTY } from '../rules'
import { modeOf } from './game'
import type { CardGame, Picked, Plays } from './selection.svelte'
import { bold, say, type Chip } from './text'

export interface FeltWords {
  head: string
  subs: readonly string[]
  /** What it costs to cross nothing, said before the tap. */
  cost: string | null
  /** What is drawn where the head holds CHIP. */
  chips?: readonly Chip[]
}

export interface FeltState {
  view: View
  names: readonly string[]
  /** The seats that bots play: nothing is said about waiting for them. */
  bots: ReadonlySet<number>
  cardGame: CardGame | null
  /** Whether the felt also says what costs nothing. */
  beginner: boolean
  pick: Picked
  plays: Plays
}

export function feltWords(state: FeltState): FeltWords {
  const { view, cardGame } = state
  switch (view.public.phase) {
    case 'common':
      return view.chosen === null ? commonWords(state) : sealedWords(state, view.chosen)
    case 'own':
      return ownWords(state)
    case 'over':
      return { head: say('play.head.over'), subs: [], cost: null }
    default:
      return cardGame?.cardWords(state) ?? { head: say('play.head.roll'), subs: [], cost: null }
  }
}

/** The seats that have to choose, besides one's own. */
export const waitedFor = (view: View): number[] => view.public.to_act.filter((each) => each !== view.seat)

const PENALTY = { points: -POINTS_PER_PENALTY }

export const seatName = ({ names }: FeltState, seat: number): string => names[seat] ?? ''
export const activeName = (state: FeltState): string => seatName(state, state.view.public.active)
export const otherSeats = ({ view }: FeltState): number[] =>
  view.public.sheets.flatMap((_, seat) => (seat === view.seat ? [] : [seat]))
const canCross = (view: View): boolean => view.choices.some((choice) => choice.kind === 'cross')

export function waiting(state: FeltState): string {
  return say('play.waiting', { names: list(waitedFor(state.view).map((seat) => bold(seatName(state, seat)))) })
}

function sealedWords(state: FeltState, sealed: Choice): FeltWords {
  const others = waitedFor(state.view)
  const only = others.length === 1 ? seatName(state, others[0] ?? 0) : null
  const what = sealed.colour ? cellName(sealed.colour, sealed.numbers[0] ?? 0) : ''
  const mine = sealed.kind === 'pass' ? say('play.sub.sealed.pass') : say('play.sub.sealed.cross', { what })
  if (only !== null && only.length <= 10) {
    return { head: say('play.waiting', { names: bold(only) }), subs: [mine], cost: null }
  }
  return { head: say('play.head.sealed'), subs: [waiting(state), mine], cost: null }
}

function commonWords(state: FeltState): FeltWords {
  const { view } = state
  const number = view.public.common_number ?? 0
  const subs = [whoseNumber(state), ...stillChoosing(state)]
  if (view.seat === null) return { head: say('play.head.common', { number }), subs, cost: null }
  const head = t(canCross(view) ? 'play.head.cross' : 'play.head.none', { number })
  return { head, subs, cost: costOfPassing(state) }
}

/** Where the number for everyone comes from, and for whom it is. */
function whoseNumber(state: FeltState): string {
  const { view, cardGame } = state
  const others = otherSeats(state)
  if (others.length === 0) return say('play.sub.white.solo')
  if (cardGame) return say('play.sub.deck')
  const alone = view.seat !== null && others.length === 1
  if (view.public.active !== view.seat) {
    return say(alone ? 'play.sub.white.by.two' : 'play.sub.white.by', { name: activeName(state) })
  }
  return alone ? say('play.sub.white.you.two', { name: seatName(state, others[0] ?? 0) }) : say('play.sub.white.you')
}

/** Who still has to choose, where that is not only oneself. */
function stillChoosing(state: FeltState): string[] {
  const { view, bots } = state
  const people = waitedFor(view).filter((seat) => !bots.has(seat))
  if (people.length === 0) return []
  const own = view.seat !== null && view.public.to_act.includes(view.seat) ? [bold(t('you'))] : []
  return [say('play.sub.still', { names: list([...own, ...people.map((seat) => bold(seatName(state, seat)))]) })]
}

/** In the common action nothing is lost yet: only new players need to read that. */
function costOfPassing({ view, cardGame, beginner }: FeltState): string | null {
  if (!beginner) return null
  if (view.public.active === view.seat) return say(cardGame ? 'play.cost.turn' : 'play.cost.both', PENALTY)
  return say(canCross(view) ? 'play.cost.none' : 'play.cost.none.only')
}

function ownWords(state: FeltState): FeltWords {
  const { view } = state
  if (modeOf(view) === 'wait') {
    return {
      head: say('play.head.own.other', { name: activeName(state) }),
      subs: [say('play.sub.own.other'), waiting(state)],
      cost: null,
    }
  }
  return {
    head: say(canCross(view) ? 'play.head.own' : 'play.head.own.none'),
    subs: otherSeats(state).length ? [say('play.sub.only')] : [],
    cost: cost('', state),
  }
}

/** What it costs to cross nothing more in this turn. */
export function cost(action: '' | '.play' | '.discard', { view, beginner }: FeltState): string | null {
  const { crossed_with } = view.public
  if (!crossed_with?.colour) return say(`play.sub${action}.cost`, PENALTY)
  if (!beginner) return null
  return say(`play.sub${action}.free`, { what: cellName(crossed_with.colour, crossed_with.numbers[0] ?? 0) })
}
