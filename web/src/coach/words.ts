/** What the coach says: amounts, deeds, and why one choice is better than another. */
import { cardName, cellsName } from '../cells'
import { capital, colourName, list, number, percent, t } from '../i18n.svelte'
import type { Advice, Choice, Crossing, Explanation, Option, Review, View } from '../protocol'
import { CHIP, chipOf, type Chip } from '../play/text'

export type Unit = Review['unit']

/** Words for choices, the hardest first, with the signs that chess players give them. */
export const SIGNS = { blunder: '??', mistake: '?', inaccuracy: '?!' } as const
const FAULTS = ['blunder', 'mistake', 'inaccuracy'] as const

const TENTHS = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const

/** What is less than half of the last decimal is not shown. */
export const isShown = (loss: number, unit: Unit): boolean => loss >= (unit === 'win' ? 0.0005 : 0.05)

/** A share of the win in percent, or points, with one decimal. */
export function figure(value: number, unit: Unit): string {
  return unit === 'win' ? percent(value, TENTHS) : number(value, TENTHS)
}

/** A difference: between shares of the win it is points of win chance, not percent of anything. */
export function difference(value: number, unit: Unit, how: Intl.NumberFormatOptions = {}): string {
  return number(unit === 'win' ? value * 100 : value, { ...TENTHS, ...how })
}

/** The same with its sign. */
export const signed = (value: number, unit: Unit): string => difference(value, unit, { signDisplay: 'exceptZero' })

/** What a choice costs, in a sentence. */
export const costs = (loss: number, unit: Unit): string =>
  t(unit === 'win' ? 'coach.loses' : 'coach.loses.points', { loss: difference(loss, unit) })

export function choiceOf(text: string, view: View): Choice | undefined {
  return view.choices.find((choice) => choice.text === text)
}

/** Whether the reason says more than the figures beside it, which show that one is better. */
export const saysMore = (explanation: Explanation | null): explanation is Explanation =>
  explanation !== null && explanation.code !== 'worth_more'

const NAMES = { pass: 'play.pass', draw: 'play.take', discard: 'play.discard', play: null } as const
const DEEDS = {
  pass: 'coach.passing',
  draw: 'coach.taking',
  discard: 'coach.discarding',
  play: 'coach.playing',
} as const

/** A choice in words, by what is done. */
function inWords(text: string, view: View, keys: typeof NAMES | typeof DEEDS): string {
  const choice = choiceOf(text, view)
  if (choice === undefined) return text
  const { kind, colour, numbers, places, cards } = choice
  if (kind === 'pass') return t(keys.pass)
  if (kind === 'draw')
    return t(keys.draw, { numbers: list(places.map((place) => String(view.public.display[place] ?? ''))) })
  if (!colour || !numbers.length) return t(keys.discard, { what: list(cards.map(cardName)) })
  const what = `${cellsName(colour, numbers)}${cardsBehind(choice)}`
  return kind === 'play' && keys.play ? t(keys.play, { what }) : what
}

/** The cards that are played, where the crosses do not tell them; those of the row by their numbers alone. */
function cardsBehind({ cards, numbers }: Choice): string {
  const isJoker = (card: string): boolean => card.startsWith('J')
  if (!cards.some(isJoker) && (cards.length === 0 || cards.length === numbers.length)) return ''
  return ` (${cards.map((card) => (isJoker(card) ? cardName(card) : card.slice(1))).join(', ')})`
}

/** A choice in few words: "Pass", "red 8", "Take 4 and 9", "red 4 and 5", "red 8 (joker 8)", "Discard blue 3". */
export const choiceName = (text: string, view: View): string => inWords(text, view, NAMES)

/** The same where it begins a line. */
export const capitalChoiceName = (text: string, view: View): string => capital(choiceName(text, view))

/** A choice as a part of a sentence: "passing", "red 8", "taking 4 and 9". */
const deed = (text: string, view: View): string => inWords(text, view, DEEDS)

export interface OptionRow {
  option: Option
  /** Its place among all options. */
  place: number
  name: string
  value: number
  /** Whether it was chosen, or another that is the same. */
  made: boolean
}

/** The options of a decision, less those with the name and the worth of one before: a joker discarded in each colour. */
export function rowsOf(options: readonly Option[], view: View, unit: Unit, chosen = -1): OptionRow[] {
  const named = options.map((option, place) => {
    const name = capitalChoiceName(option.choice, view)
    const value = option.win ?? option.total
    return { option, place, name, value, said: `${name} ${figure(value, unit)}` }
  })
  const places = new Map(named.toReversed().map(({ said, place }) => [said, place]))
  const made = named[chosen]?.said
  return named
    .filter(({ said, place }) => places.get(said) === place)
    .map((row) => ({ ...row, made: row.said === made }))
}

const FIRST = 6

/** The rows that are shown at first: the best, and what was chosen. */
export const firstRows = (rows: readonly OptionRow[]): readonly OptionRow[] =>
  rows.length <= FIRST + 1 ? rows : rows.filter(({ made }, index) => made || index < FIRST)

function facts(crossing: Crossing) {
  return {
    colour: crossing.colour === null ? '' : colourName(crossing.colour),
    skipped: crossing.skipped,
    lost: list(crossing.given_up.map(String)),
    gained: crossing.gained,
    crosses: crossing.numbers.length,
    ways: crossing.ways,
    away: crossing.away,
  }
}

type Facts = ReturnType<typeof facts>

function factsOfBetter(crossing: Crossing): { [F in keyof Facts as `better_${F}`]: Facts[F] } {
  const named = Object.entries(facts(crossing)).map(([name, value]) => [`better_${name}`, value])
  return Object.fromEntries(named) as ReturnType<typeof factsOfBetter>
}

/** Why the best choice is better, in a sentence. */
export function why({ code, chosen, better, margin }: Explanation, view: View): string {
  const words = t(`coach.why.${code}`, {
    chosen: deed(chosen.choice, view),
    better: deed(better.choice, view),
    ...facts(chosen),
    ...factsOfBetter(better),
    margin: Math.abs(margin ?? 0),
  })
  return capital(words)
}

/** How many choices deserve which word: "1 blunder, 2 mistakes". */
export function faults(words: Review['seats'][number]['words']): string {
  const found = FAULTS.filter((word) => words[word] > 0)
  return found.length
    ? list(found.map((word) => t(`coach.count.${word}`, { count: words[word] })))
    : t('coach.count.none')
}

const MOST_COSTLIEST = 3

/** The decisions of a seat that lost most, the worst first; without a seat those of everybody. */
export function costliest({ costliest, decisions }: Review, seat: number | null): readonly number[] {
  if (seat === null) return costliest
  const lost = (index: number): number => decisions[index]?.loss ?? 0
  return decisions
    .flatMap((decision, index) => (decision.seat === seat && decision.loss > 0 ? [index] : []))
    .sort((a, b) => lost(b) - lost(a))
    .slice(0, MOST_COSTLIEST)
}

interface ResultPart {
  name: 'start' | 'luck' | 'skill' | 'others' | 'estimate'
  value: number
}

/** What a result is made of, in tenths that add up: what is left over goes where it matters least. */
export function partsOf({ unit, seats }: Review, seat: number): ResultPart[] {
  const review = seats[seat]
  if (review === undefined) return []
  const scale = unit === 'win' ? 1000 : 10
  const names: ResultPart['name'][] =
    unit === 'win' ? ['start', 'luck', 'skill', 'others', 'estimate'] : ['start', 'luck', 'skill']
  const rounded = names.map((name) => ({ name, value: Math.round(review[name] * scale) }))
  const rest = Math.round(review.result * scale) - rounded.reduce((sum, part) => sum + part.value, 0)
  return rounded.map(({ name, value }) => ({
    name,
    value: (value + (name === (unit === 'win' ? 'estimate' : 'luck') ? rest : 0)) / scale,
  }))
}

const SHOWN_BESIDE = 2

/** A hint; where the head holds CHIP, the chip is drawn. */
export interface HintWords {
  head: string
  sub: string
  chip?: Chip
}

const worth = ({ value }: OptionRow, unit: Unit): string =>
  unit === 'win' ? percent(value) : number(value, { maximumFractionDigits: 0 })

export function hintWords({ options, unit }: Advice, view: View): HintWords {
  const [best, ...others] = rowsOf(options, view, unit)
  if (best === undefined) return { head: '', sub: '' }
  const { colour, numbers } = choiceOf(best.option.choice, view) ?? { colour: null, numbers: [] }
  const chip = colour && numbers.length ? chipOf(colour, numbers) : undefined
  const what = chip === undefined ? capitalChoiceName(best.option.choice, view) : CHIP
  const next = others
    .slice(0, SHOWN_BESIDE)
    .map((row) => `${choiceName(row.option.choice, view)}: ${worth(row, unit)}`)
    .join(' · ')
  return {
    head: t(unit === 'win' ? 'coach.hint' : 'coach.hint.points', { what, value: worth(best, unit) }),
    sub: next === '' ? '' : t('coach.hint.next', { choices: next }),
    chip,
  }
}
