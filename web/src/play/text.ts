// Sentences of the play screen.
import { cardName, cellName, cellsName } from '../cells'
import { type Arguments, colourName, fill, type Key, list, type Params, t } from '../i18n.svelte'
import type { Happening, HappeningWithSeq, PublicView } from '../protocol'
import { COLOURS, type Colour } from '../rules'
import { closersOf } from './game'
import type { IconName } from '../parts/icons'

const BEGIN = '\u0001'
const END = '\u0002'
/** Stands in a button's words where its chip goes. */
export const CHIP = '\u0003'

/** Names of players, and `you`, are set in bold. */
export const bold = (text: string): string => BEGIN + text + END
export const plain = (text: string): string => text.replaceAll(BEGIN, '').replaceAll(END, '')

interface TextPart {
  text: string
  bold: boolean
}

/** A sentence as pieces, every second one bold. */
export function parts(text: string): TextPart[] {
  return text
    .split(/[\u0001\u0002]/)
    .map((piece, i) => ({ text: piece, bold: i % 2 === 1 }))
    .filter((part) => part.text !== '')
}

/** What stands for `{b}` and `{e}` in messages. */
export const BOLD = { b: BEGIN, e: END }

/** The message `key`; it may set something in bold itself. */
export function say<K extends Key>(key: K, ...[params]: Arguments<Omit<Params<K>, 'b' | 'e'>>): string {
  return fill(key, { ...params, ...BOLD } as unknown as Params<K>)
}

/** Numbers drawn in their colour, where a button or the felt names them. */
export interface Chip {
  colour: Colour
  /** What is drawn. */
  text: string
  /** The same for screen readers, with the colour. */
  name: string
}

export const chipOf = (colour: Colour, numbers: readonly number[]): Chip => ({
  colour,
  text: list(numbers.map(String)),
  name: cellsName(colour, numbers),
})

/** The cards that a seat holds: their numbers where everyone may see them. */
export function handText({ hand_numbers, hand_sizes }: PublicView, seat: number): string {
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

/** What belongs to the running game: nothing that happened before the last one ended. */
export function ofThisGame(happened: readonly HappeningWithSeq[]): readonly HappeningWithSeq[] {
  return happened.slice(happened.findLastIndex(({ what }) => what.type === 'ended') + 1)
}

/**
 * The happenings of the latest turn that has brought something; a roll or a draw begins a turn.
 *
 * A player who missed everything after a number gets all of that.
 */
export function lastTurn(happened: readonly HappeningWithSeq[], missedSince: number | null = null): Happening[] {
  const turns: Happening[][] = [[]]
  for (const { seq, what } of happened) {
    const begins = what.type === 'rolled' || what.type === 'drew' || what.type === 'began'
    if (begins && (missedSince === null || seq <= missedSince)) turns.push([])
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
  const line = (what: News, seat: number, items = ''): string =>
    fill(`play.news.${what}${seat === me ? '.you' : ''}`, { name: names[seat] ?? '', crosses: items, cards: items })
  for (const seat of new Set(turn.flatMap((what) => ('seat' in what ? [what.seat] : [])))) {
    const own = turn.filter((what) => 'seat' in what && what.seat === seat)
    const crosses = own.flatMap((what) => {
      if (what.type === 'locked') return [t('play.news.lock', { colour: colourName(what.colour) })]
      return what.type === 'crossed' ? what.numbers.map((number) => cellName(what.colour, number)) : []
    })
    const discarded = own.flatMap((what) => (what.type === 'played' ? what.cards : []))
    if (crosses.length) did.push(line('crossed', seat, list(crosses)))
    else if (discarded.length) did.push(line('played', seat, list(discarded.map(cardName))))
    const late = own.find((what) => what.type === 'timed_out')
    if (late) suffered.push(line(late.passed ? 'late' : 'late_bot', seat))
    if (own.some((what) => what.type === 'penalised')) suffered.push(line('penalised', seat))
    else if (!late && !crosses.length && !discarded.length && own.some((what) => what.type === 'passed'))
      passed.push(seat)
  }
  if (passed.length > 1) {
    const all = passed.map((seat) => (seat === me ? t('you') : (names[seat] ?? '')))
    return [...did, ...suffered, t('play.news.passed.many', { names: list(all) })]
  }
  return [...did, ...suffered, ...passed.map((seat) => line('passed', seat))]
}

type News = 'crossed' | 'played' | 'penalised' | 'passed' | 'late' | 'late_bot'

/** The sign at a player's face. `covered`: a bot plays for them. */
export function badgeOf({ to_act }: PublicView, seat: number, away: boolean, covered: boolean): IconName {
  return away ? 'away' : covered ? 'bot' : to_act.includes(seat) ? 'think' : 'check'
}

/** What the player whose turn it is does. */
export const roleOf = (cards: boolean): string => t(cards ? 'play.role.cards' : 'play.role.dice')

/** The numbers of the cards in a hand, null where they are hidden. */
export function handOf({ hand_numbers, hand_sizes }: PublicView, seat: number): readonly (number | null)[] {
  return hand_numbers?.[seat] ?? Array.from({ length: hand_sizes[seat] ?? 0 }, () => null)
}
