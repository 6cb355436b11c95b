// The one sentence on the felt that says what to do, and the lines below it.
import type { Choice, View } from '../protocol'
import { modeOf } from './game'
import type { Pick, Plays } from './selection'
import { bold, crossName, list, say, t, withArticle } from './text'

export interface Words {
  head: string
  subs: readonly string[]
}

export interface Now {
  view: View
  names: readonly string[]
  /** Whether this is one of the card games. */
  cards: boolean
  pick: Pick
  plays: Plays
}

export function words(now: Now): Words {
  const { view, cards } = now
  switch (view.public.phase) {
    case 'common':
      return view.chosen === null ? commonWords(now) : sealedWords(now, view.chosen)
    case 'own':
      return ownWords(now)
    case 'draw':
      return drawWords(now)
    case 'play':
      return playWords(now)
    case 'over':
      return { head: say('play.head.over'), subs: [] }
    default:
      return { head: say(cards ? 'play.head.shuffle' : 'play.head.roll'), subs: [] }
  }
}

/** The seats that have to choose, besides one's own. */
export const waitedFor = (view: View): number[] => view.public.to_act.filter((each) => each !== view.seat)

function waiting({ view, names }: Now): string {
  return say('play.sub.waiting', { names: list(waitedFor(view).map((seat) => bold(names[seat] ?? ''))) })
}

const activeName = ({ view, names }: Now): string => names[view.public.active] ?? ''

function sealedWords(now: Now, sealed: Choice): Words {
  const others = waitedFor(now.view)
  const only = others.length === 1 ? (now.names[others[0] ?? 0] ?? '') : null
  const what = sealed.colour ? crossName(sealed.colour, sealed.numbers[0] ?? 0) : ''
  const mine = sealed.kind === 'pass' ? say('play.sub.sealed.pass') : say('play.sub.sealed.cross', { what })
  if (only !== null && only.length <= 10) return { head: say('play.head.sealed.for', { names: bold(only) }), subs: [mine] }
  return { head: say('play.head.sealed'), subs: [`${waiting(now)}.`, mine] }
}

function commonWords({ view, names, cards }: Now): Words {
  const { seat, public: game } = view
  const number = game.common_number ?? 0
  const possible = view.choices.some((choice) => choice.kind === 'cross')
  const head =
    seat === null
      ? say('play.head.common', { number })
      : withArticle(possible ? 'play.head.cross' : 'play.head.none', number)
  if (game.sheets.length === 1) return { head, subs: [say('play.sub.white.solo')] }
  const own = seat !== null && game.to_act.includes(seat) ? [bold(t('play.you'))] : []
  const others = waitedFor(view).map((other) => bold(names[other] ?? ''))
  const still = say('play.sub.still', { names: list([...own, ...others]) })
  const whose = cards ? 'play.sub.deck' : game.active === seat ? 'play.sub.white.you' : 'play.sub.white'
  return { head, subs: game.to_act.length > 2 ? [still] : [say(whose), still] }
}

function ownWords(now: Now): Words {
  const { view } = now
  if (modeOf(view) === 'wait')
    return {
      head: say('play.head.own.other', { name: activeName(now) }),
      subs: [say('play.sub.own.other'), waiting(now)],
    }
  const possible = view.choices.some((choice) => choice.kind === 'cross')
  const alone = view.public.sheets.length === 1 ? [] : [say('play.sub.only')]
  return {
    head: say(possible ? 'play.head.own' : 'play.head.own.none'),
    subs: [...alone, cost('play.sub', view)],
  }
}

function drawWords(now: Now): Words {
  if (modeOf(now.view) === 'wait') return { head: say('play.head.draw.other', { name: activeName(now) }), subs: [waiting(now)] }
  const count = now.view.choices[0]?.places.length ?? 0
  return { head: say('play.head.draw', { count }), subs: [say('play.sub.draw'), say('play.sub.others.wait')] }
}

function playWords(now: Now): Words {
  const { view, pick, plays } = now
  if (modeOf(view) === 'wait') return { head: say('play.head.play.other', { name: activeName(now) }), subs: [waiting(now)] }
  if (pick.cards.length && plays.colour === null) return { head: say('play.head.joker'), subs: [say('play.sub.joker')] }
  const head = say('play.head.play')
  if (!plays.play) return { head, subs: [cost('play.sub.play', view)] }
  const { numbers } = plays.play
  if (!numbers.length) return { head, subs: [cost('play.sub.discard', view)] }
  const key = numbers.length === 1 ? 'play.sub.gets.1' : numbers.length === 2 ? 'play.sub.gets.2' : 'play.sub.gets.3'
  return { head, subs: [say(key, { numbers: list(numbers.map(String)) }), say('play.sub.others.wait')] }
}

/** What crossing nothing costs, said before the tap. */
function cost(key: 'play.sub' | 'play.sub.play' | 'play.sub.discard', { public: { crossed_with } }: View): string {
  if (!crossed_with?.colour) return say(`${key}.cost`)
  return say(`${key}.free`, { what: crossName(crossed_with.colour, crossed_with.numbers[0] ?? 0) })
}
