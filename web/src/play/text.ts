// Sentences of the play screen.
import { cardName, colourName, list, t, type Key, type Params } from '../i18n.svelte'
import type { Happening, Numbered, PublicView } from '../protocol'
import { COLOURS, type Colour } from '../rules'
import { closersOf } from './game'

const BEGIN = '\u0001'
const END = '\u0002'
/** Stands in a button's words where its chip goes. */
export const CHIP = '\u0003'

/** Names of players, and `you`, are set in bold. */
export const bold = (text: string): string => BEGIN + text + END
export const plain = (text: string): string => text.replaceAll(BEGIN, '').replaceAll(END, '')

export interface Part {
  text: string
  bold: boolean
}

/** A sentence as pieces, every second one bold. */
export function parts(text: string): Part[] {
  return text
    .split(/[\u0001\u0002]/)
    .map((piece, i) => ({ text: piece, bold: i % 2 === 1 }))
    .filter((part) => part.text !== '')
}

/** The message `key`; it may set something in bold itself. */
export const say = (key: Key, params: Params = {}): string => t(key, { ...params, b: BEGIN, e: END })

/** A message that depends on the article before a number: a 7, an 8. Other languages have the same words twice. */
export const withArticle = (key: 'play.head.cross' | 'play.head.none', number: number): string =>
  t(`${key}.${number === 8 || number === 11 ? 'an' : 'a'}`, { number })

export const crossName = (colour: Colour, number: number): string => `${colourName(colour)} ${number}`

/** The cards that a seat holds: their numbers where everybody may see them. */
export function held({ hand_numbers, hand_sizes }: PublicView, seat: number): string {
  const numbers = hand_numbers?.[seat] ?? []
  if (numbers.length) return t('play.holds.numbers', { numbers: list(numbers.map(String)) })
  return t('play.holds', { count: hand_sizes[seat] ?? 0 })
}

/** Who closed each row, in words; null where it is open. */
export function closedRows(
  view: Pick<PublicView, 'sheets' | 'closed_rows'>,
  me: number | null,
  names: readonly string[],
): (string | null)[] {
  return COLOURS.map((colour) => {
    if (!view.closed_rows.includes(colour)) return null
    const closers = closersOf(view.sheets, colour)
    if (me !== null && closers.includes(me)) return t('play.closed.you')
    return t('play.closed.by', { names: list(closers.map((seat) => names[seat] ?? '')) })
  })
}

/** A sign and words for a sheet that has the turn, one's own or that of another. */
export function turnToken(own: boolean, cards: boolean): { icon: 'cards' | 'die'; text: string } {
  return { icon: cards ? 'cards' : 'die', text: t(`play.${own ? 'turn' : 'role'}.${cards ? 'cards' : 'dice'}`) }
}

// What happened in the last turn

/** The happenings of the latest turn that has brought something; a roll or a draw begins a turn. */
export function lastTurn(happened: readonly Numbered[]): Happening[] {
  const turns: Happening[][] = [[]]
  for (const { what } of happened) {
    if (what.type === 'rolled' || what.type === 'drew' || what.type === 'began') turns.push([])
    turns[turns.length - 1]?.push(what)
  }
  const counts = (what: Happening): boolean =>
    what.type === 'crossed' || what.type === 'passed' || what.type === 'played' || what.type === 'penalised'
  return turns.findLast((turn) => turn.some(counts)) ?? []
}

/** Short lines: what each seat crossed or discarded, then penalties, then who passed. */
export function newsLines(turn: readonly Happening[], me: number | null, names: readonly string[]): string[] {
  const did: string[] = []
  const suffered: string[] = []
  const passed: number[] = []
  const line = (key: NewsKey, seat: number, params: Params = {}): string =>
    seat === me ? t(`${key}.you`, params) : t(key, { ...params, name: names[seat] ?? '' })
  for (const seat of new Set(turn.flatMap((what) => ('seat' in what ? [what.seat] : [])))) {
    const own = turn.filter((what) => 'seat' in what && what.seat === seat)
    const crosses = own.flatMap((what) => {
      if (what.type === 'locked') return [t('play.news.lock', { colour: colourName(what.colour) })]
      return what.type === 'crossed' ? what.numbers.map((number) => crossName(what.colour, number)) : []
    })
    const discarded = own.flatMap((what) => (what.type === 'played' ? what.cards : []))
    if (crosses.length) did.push(line('play.news.crossed', seat, { crosses: crosses.join(', ') }))
    else if (discarded.length) did.push(line('play.news.played', seat, { cards: discarded.map(cardName).join(', ') }))
    if (own.some((what) => what.type === 'penalised')) suffered.push(line('play.news.penalised', seat))
    else if (!crosses.length && !discarded.length && own.some((what) => what.type === 'passed')) passed.push(seat)
  }
  if (passed.length > 1) {
    const all = passed.map((seat) => (seat === me ? t('play.you') : (names[seat] ?? '')))
    return [...did, ...suffered, t('play.news.passed.many', { names: list(all) })]
  }
  return [...did, ...suffered, ...passed.map((seat) => line('play.news.passed', seat))]
}

type NewsKey = 'play.news.crossed' | 'play.news.played' | 'play.news.penalised' | 'play.news.passed'
