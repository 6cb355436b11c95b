// What the felt says while a turn is shown: one sentence for every move.
import { colourName, fill, list, t, type Params } from '../../i18n.svelte'
import type { Crossed, Happening } from '../../protocol'
import type { FeltWords } from '../felt'
import type { CardGame } from '../selection.svelte'
import { CHIP, chipOf, newsLines, type Chip } from '../text'
import type { Beat } from './storyboard'

type Move = 'six' | 'begins' | 'passes' | 'penalty' | 'locks' | 'rolls' | 'made' | 'takes' | 'plays'
type KeyOf<M extends Move> = `pace.${M}` | `pace.${M}.you`
/** What the sentence about a move takes besides a name. */
type About<M extends Move> = Omit<Params<KeyOf<M>>, 'name'>

/** Names with more letters than this, all together, leave no room for chips in the headline. */
const MOST_LETTERS = 16

export interface Telling {
  beat: Beat
  names: readonly string[]
  /** Whether a tap goes on to the next choice. */
  skips: boolean
}

/** A sentence about what a seat does, which may be the reader's. */
export function beatHeadline<M extends Move>(
  move: M,
  { beat, names }: Telling,
  about: About<M>,
  seat = beat.seat,
): string {
  const key: KeyOf<M> = seat === beat.view.seat ? `pace.${move}.you` : `pace.${move}`
  return fill(key, { ...about, name: names[seat] ?? '' } as unknown as Params<KeyOf<M>>)
}

export const line = (head: string, sub: string | null = null, chips: readonly Chip[] = []): FeltWords => ({
  head,
  subs: sub ? [sub] : [],
  cost: null,
  chips,
})

export const crossedIn = (news: readonly Happening[]): Crossed | undefined =>
  news.find((what) => what.type === 'crossed')

/** What the felt says in a beat; null where it says what to do. */
export function beatWords(
  beat: Beat | null,
  names: readonly string[],
  cardGame: CardGame | null,
  skips = true,
): FeltWords | null {
  if (beat === null || beat.kind === 'choice') return null
  const told = { beat, names, skips }
  switch (beat.kind) {
    case 'six':
      return line(beatHeadline('six', told, { number: beat.view.public.dice?.white[0] ?? 0 }))
    case 'begin':
      return line(beatHeadline('begins', told, {}), sixes(told))
    case 'reveal':
      return revealed(told)
    case 'lift':
    case 'ring':
    case 'cross':
      return moved(told)
    case 'pass':
      return line(beatHeadline('passes', told, {}))
    case 'penalty':
      return line(beatHeadline('penalty', told, {}))
    case 'lock':
      return line(beatHeadline('locks', told, { colour: lockedIn(beat.news) }))
    default:
      return cardGame?.cardBeatWords(told) ?? line(beatHeadline('rolls', told, {}, beat.view.public.active))
  }
}

function lockedIn(news: readonly Happening[]): string {
  const locked = news.find((what) => what.type === 'locked')
  return locked ? colourName(locked.colour) : ''
}

/** Who rolled what until a player rolled a six; seats roll in turn. */
function sixes({ beat, names }: Telling): string | null {
  const rolls = beat.news.flatMap((what) => (what.type === 'began' ? what.rolls : []))
  if (rolls.length === 0) return null
  const nameAt = (seat: number): string => (seat === beat.view.seat ? t('you') : (names[seat] ?? ''))
  return t('pace.sixes', { rolls: list(rolls.map((face, place) => `${nameAt(place % names.length)} ${face}`)) })
}

/** What everyone made of the number for all, in short. */
function revealed(told: Telling): FeltWords {
  const { beat, names } = told
  const { seat: me } = beat.view
  const crosses = beat.news.filter((what): what is Crossed => what.type === 'crossed')
  const number = beat.view.public.common_number ?? crosses[0]?.numbers[0] ?? 0
  if (crosses.length === 0) return line(t('pace.nobody', { number }))
  const letters = crosses.reduce((sum, { seat }) => sum + (names[seat]?.length ?? 0), 0)
  if (crosses.length > 2 || letters > MOST_LETTERS) {
    return line(t('pace.many', { count: crosses.length, number }), newsLines(beat.news, me, names).join(' · '))
  }
  const passes = beat.news.filter(({ type }) => type === 'passed')
  const head = crosses.map(({ seat }) => beatHeadline('made', told, { what: CHIP }, seat)).join('\u2002')
  return line(
    head,
    newsLines(passes, me, names).join(' · '),
    crosses.map(({ colour, numbers }) => chipOf(colour, numbers)),
  )
}

/** The sum of two dice, and what was crossed with it. */
function moved(told: Telling): FeltWords {
  const { news, lifted, view } = told.beat
  const crossed = crossedIn(news)
  const { dice } = view.public
  if (crossed === undefined || lifted === null || dice === null) return line('')
  const what = `${dice.white[lifted.white]} + ${dice.coloured[lifted.coloured]}, ${CHIP}`
  return line(beatHeadline('made', told, { what }), told.skips ? t('pace.tap') : null, [
    chipOf(crossed.colour, crossed.numbers),
  ])
}
