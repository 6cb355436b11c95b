// What the felt says: the one sentence that says what to do, the lines below it, and what passing costs.
import { list, t } from '../i18n.svelte'
import type { Choice, View } from '../protocol'
import { POINTS_PER_PENALTY } from '../rules'
import { modeOf } from './game'
import type { CardGame } from './selected.svelte'
import type { Pick, Plays } from './selection'
import { bold, crossName, say, withArticle } from './text'

export interface FeltWords {
  head: string
  subs: readonly string[]
  /** What it costs to cross nothing, said before the tap. */
  cost: string | null
}

export interface Now {
  view: View
  names: readonly string[]
  /** The seats that bots play: nobody needs to be told that they wait. */
  bots: ReadonlySet<number>
  cardGame: CardGame | null
  /** Whether the felt also says what costs nothing. */
  beginner: boolean
  pick: Pick
  plays: Plays
}

export function feltWords(now: Now): FeltWords {
  const { view, cardGame } = now
  switch (view.public.phase) {
    case 'common':
      return view.chosen === null ? commonWords(now) : sealedWords(now, view.chosen)
    case 'own':
      return ownWords(now)
    case 'over':
      return { head: say('play.head.over'), subs: [], cost: null }
    default:
      return cardGame?.cardWords(now) ?? { head: say('play.head.roll'), subs: [], cost: null }
  }
}

/** The seats that have to choose, besides one's own. */
export const waitedFor = (view: View): number[] => view.public.to_act.filter((each) => each !== view.seat)

const PENALTY = { points: -POINTS_PER_PENALTY }

export const nameOf = ({ names }: Now, seat: number): string => names[seat] ?? ''
export const activeName = (now: Now): string => nameOf(now, now.view.public.active)
export const othersOf = ({ view }: Now): number[] =>
  view.public.sheets.flatMap((_, seat) => (seat === view.seat ? [] : [seat]))
const canCross = (view: View): boolean => view.choices.some((choice) => choice.kind === 'cross')

export function waiting(now: Now): string {
  return say('play.sub.waiting', { names: list(waitedFor(now.view).map((seat) => bold(nameOf(now, seat)))) })
}

function sealedWords(now: Now, sealed: Choice): FeltWords {
  const others = waitedFor(now.view)
  const only = others.length === 1 ? nameOf(now, others[0] ?? 0) : null
  const what = sealed.colour ? crossName(sealed.colour, sealed.numbers[0] ?? 0) : ''
  const mine = sealed.kind === 'pass' ? say('play.sub.sealed.pass') : say('play.sub.sealed.cross', { what })
  if (only !== null && only.length <= 10) {
    return { head: say('play.head.sealed.for', { names: bold(only) }), subs: [mine], cost: null }
  }
  return { head: say('play.head.sealed'), subs: [`${waiting(now)}.`, mine], cost: null }
}

function commonWords(now: Now): FeltWords {
  const { view } = now
  const number = view.public.common_number ?? 0
  const subs = [whoseNumber(now), ...still(now)]
  if (view.seat === null) return { head: say('play.head.common', { number }), subs, cost: null }
  const head = withArticle(canCross(view) ? 'play.head.cross' : 'play.head.none', number)
  return { head, subs, cost: costOfPassing(now) }
}

/** Where the number for everybody comes from, and for whom it is. */
function whoseNumber(now: Now): string {
  const { view, cardGame } = now
  const others = othersOf(now)
  if (others.length === 0) return say('play.sub.white.solo')
  if (cardGame) return say('play.sub.deck')
  const alone = view.seat !== null && others.length === 1
  if (view.public.active !== view.seat) {
    return say(alone ? 'play.sub.white.by.two' : 'play.sub.white.by', { name: activeName(now) })
  }
  return alone ? say('play.sub.white.you.two', { name: nameOf(now, others[0] ?? 0) }) : say('play.sub.white.you')
}

/** Who still has to choose, where that is not only oneself. */
function still(now: Now): string[] {
  const { view, bots } = now
  const people = waitedFor(view).filter((seat) => !bots.has(seat))
  if (people.length === 0) return []
  const own = view.seat !== null && view.public.to_act.includes(view.seat) ? [bold(t('play.you'))] : []
  return [say('play.sub.still', { names: list([...own, ...people.map((seat) => bold(nameOf(now, seat)))]) })]
}

/** In the common action nothing is lost yet: that needs to be said only to those who are new. */
function costOfPassing({ view, cardGame, beginner }: Now): string | null {
  if (!beginner) return null
  if (view.public.active === view.seat) return say(cardGame ? 'play.cost.turn' : 'play.cost.both', PENALTY)
  return say(canCross(view) ? 'play.cost.none' : 'play.cost.none.only')
}

function ownWords(now: Now): FeltWords {
  const { view } = now
  if (modeOf(view) === 'wait') {
    return {
      head: say('play.head.own.other', { name: activeName(now) }),
      subs: [say('play.sub.own.other'), waiting(now)],
      cost: null,
    }
  }
  return {
    head: say(canCross(view) ? 'play.head.own' : 'play.head.own.none'),
    subs: othersOf(now).length ? [say('play.sub.only')] : [],
    cost: cost('play.sub', now),
  }
}

/** What it costs to cross nothing more in this turn. */
export function cost(key: 'play.sub' | 'play.sub.play' | 'play.sub.discard', { view, beginner }: Now): string | null {
  const { crossed_with } = view.public
  if (!crossed_with?.colour) return say(`${key}.cost`, PENALTY)
  if (!beginner) return null
  return say(`${key}.free`, { what: crossName(crossed_with.colour, crossed_with.numbers[0] ?? 0) })
}
