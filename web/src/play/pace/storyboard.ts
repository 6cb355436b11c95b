// A turn as a list of beats: what the table shows one after the other, and how long.
import type { Happening, HappeningWithSeq, View } from '../../protocol'
import { cellKey } from '../game'
import { diceFor } from '../../sheet'
import { marked } from './marked'
import { newestTurn, stepsOf, type Step } from './steps'
import { apart, lengthOf, type BeatKind, type Tempo } from './tempo'

/** The state of the table, and everything that led to it. */
export interface Scene {
  /** The number of the game. */
  game: number
  version: number
  view: View
  happened: readonly HappeningWithSeq[]
}

/** A card that another player plays, and whether it gives a cross. */
export interface Shown {
  text: string
  crosses: boolean
}

export interface Beat extends Omit<Scene, 'happened'> {
  kind: BeatKind
  ms: number
  /** The number of the last that has happened by now. */
  seq: number
  /** What is shown, and whose move it is. */
  seat: number
  news: readonly Happening[]
  /** Whether everything that matters for the next choice is shown: then a tap may choose. */
  lies: boolean
  /** The cells of each seat that have a ring, since they are new, or will be in a moment. */
  rings: readonly ReadonlySet<string>[]
  /** The dice of another player's own move. */
  lifted: { white: number; coloured: number } | null
  /** The cards that another player plays, while they lie on the felt. */
  cards: readonly Shown[]
  /** The delay between things that are shown one after the other. */
  apart: number
  /** More happened after this number than is shown; null if everything is. */
  missedSince: number | null
}

/** The number of a card as it is written. */
const numberOf = (text: string): number => Number(text.slice(1))

const lastSeq = (happened: readonly HappeningWithSeq[]): number => happened.at(-1)?.seq ?? 0

/** The state without a film that leads to it. */
export function stillBeat(after: Scene, rings: Beat['rings'] = []): Beat {
  const { game, version, view } = after
  const seq = lastSeq(after.happened)
  const nothing = { ms: 0, seat: view.public.active, news: [], lifted: null, cards: [], apart: 0, missedSince: null }
  return { ...nothing, game, version, view, seq, rings, kind: 'choice', lies: true }
}

const nobodyChooses = (view: View): View => ({
  ...view,
  choices: [],
  chosen: null,
  public: { ...view.public, to_act: [] },
})

/** The beats that lead from one view to the current one, which is the last of them. */
export function storyboard(before: Beat | null, after: Scene, tempo: Tempo): readonly Beat[] {
  if (before === null) return [stillBeat(after)]
  const isNewGame = before.game !== after.game
  const news = after.happened.filter(({ seq }) => seq > before.seq)
  const all = stepsOf(news, isNewGame ? { ...after.view.public, phase: 'start' } : before.view.public)
  const newest = newestTurn(all)
  const steps = newest === null ? all : all.slice(newest)
  const jumps = isNewGame || newest !== null
  const from = jumps ? { ...before, view: nobodyChooses(after.view), rings: [] } : before
  const drawing = new Drawing(from, after, steps, tempo, jumps)
  for (const step of steps) drawing.draw(step)
  const beats = drawing.done()
  return newest === null ? beats : beats.map((beat) => ({ ...beat, missedSince: before.seq }))
}

class Drawing {
  readonly #beats: Beat[] = []
  readonly #after: Scene
  readonly #tempo: Tempo
  readonly #me: number | null
  readonly #clears: boolean
  /** Whether to leave out what came before. */
  readonly #jumps: boolean
  #now: Beat

  constructor(from: Beat, after: Scene, steps: readonly Step[], tempo: Tempo, jumps: boolean) {
    this.#after = after
    this.#jumps = jumps
    this.#tempo = tempo
    this.#me = after.view.seat
    // What was laid out before can be chosen from at any time.
    const isSeen = steps.every(
      ({ kind, seat }) => kind === 'reveal' || (seat === this.#me && (kind === 'own' || kind === 'play')),
    )
    this.#clears = steps.some(({ kind }) => kind === 'roll' || kind === 'draw')
    const rings = from.rings.length ? from.rings : after.view.public.sheets.map(() => new Set<string>())
    this.#now = {
      ...from,
      ...stillBeat(after, rings),
      view: nobodyChooses(from.view),
      seq: from.seq,
      lies: isSeen,
      apart: apart(tempo),
    }
  }

  draw(step: Step): void {
    this.#change({ seat: step.seat, news: step.news, seq: step.seq })
    switch (step.kind) {
      case 'begin':
        return this.#begin(step)
      case 'reveal':
        return this.#reveal(step)
      case 'own':
        return this.#own(step)
      case 'roll':
        return this.#roll(step)
      case 'draw':
        return this.#draw(step)
      case 'play':
        return this.#play(step)
    }
  }

  done(): readonly Beat[] {
    const rings = this.#clears ? [] : this.#now.rings
    const ms = this.#beats.length ? lengthOf('choice', this.#tempo) : 0
    return [...this.#beats, { ...stillBeat(this.#after, rings), ms }]
  }

  /** Seats roll in turn until a player rolls a six. */
  #begin({ seat, news }: Step): void {
    const began = news.find((what) => what.type === 'began')
    const view = { ...this.#after.view.public, dice: null, phase: 'start' as const, to_act: [] }
    this.#public(view)
    began?.rolls.forEach((face, place) => {
      this.#public({ ...view, dice: { white: [face, 0], coloured: [0, 0, 0, 0] } })
      this.#change({ seat: place % view.sheets.length })
      this.#beat('six')
    })
    this.#change({ seat })
    if (view.sheets.length > 1) this.#beat('begin')
  }

  #reveal({ news }: Step): void {
    for (const what of news) this.#mark(what)
    if (this.#now.view.public.sheets.length > 1) this.#beat('reveal')
    for (const what of news) if (what.type === 'locked') this.#tell('lock', what)
  }

  /** Your own move is on your sheet at once; another player's move is shown step by step. */
  #own({ seat, news }: Step): void {
    const crossed = news.find((what) => what.type === 'crossed')
    const penalised = news.find((what) => what.type === 'penalised')
    if (seat === this.#me) {
      for (const what of news) this.#mark(what)
      if (news.some(({ type }) => type === 'ended' || type === 'played')) this.#beat('rest')
      return
    }
    if (crossed !== undefined) {
      const number = crossed.numbers[0] ?? 0
      this.#change({ lifted: diceFor(this.#now.view.public.dice, crossed.colour, number) })
      this.#beat('lift')
      this.#ring(seat, cellKey(crossed.colour, number))
      this.#beat('ring')
      this.#mark(crossed)
      this.#beat('cross')
    } else if (penalised === undefined) this.#beat('pass')
    for (const what of news) {
      if (what !== crossed) this.#mark(what)
      if (what.type === 'locked') this.#tell('lock', what)
      if (what.type === 'penalised') this.#tell('penalty', what)
    }
    this.#change({ lifted: null })
  }

  #roll({ seat }: Step): void {
    this.#change({ news: [] })
    this.#public({ ...this.#now.view.public, active: seat })
    if (!this.#jumps && this.#now.view.public.phase !== 'start') this.#beat('rest')
    this.#change({ view: nobodyChooses(this.#after.view) })
    this.#beat('roll')
    this.#change({ lies: true, rings: [] })
    this.#beat('lie')
  }

  /** Cards leave the display; the number for everybody is known when it is full again. */
  #draw({ seat, news }: Step): void {
    const drew = news.find((what) => what.type === 'drew')
    if (drew === undefined || this.#jumps) return
    const { view } = this.#after
    const now = this.#now.view.public
    const holds = <T>(hands: readonly T[], taken: (hand: T) => T): T[] =>
      hands.map((hand, each) => (each === seat ? taken(hand) : hand))
    const taken = {
      ...now,
      phase: 'draw' as const,
      active: seat,
      display: now.display.map((number, place) => (drew.places.includes(place) ? null : number)),
      hand_sizes: holds(now.hand_sizes, (size) => size + drew.numbers.length),
      hand_numbers: now.hand_numbers && holds(now.hand_numbers, (numbers) => [...numbers, ...drew.numbers]),
    }
    this.#change({
      view: { ...this.#now.view, hand: seat === this.#me ? view.hand : this.#now.view.hand, public: taken },
    })
    this.#beat('take', drew.numbers.length)
    const full = nobodyChooses(view)
    this.#change({ view: { ...full, public: { ...full.public, phase: 'draw' } } })
    this.#beat('refill')
  }

  /** Another player's cards lie open on the felt until they are marked, from left to right. */
  #play(step: Step): void {
    const { seat, news } = step
    const played = news.find((what) => what.type === 'played')
    if (played === undefined) return
    this.#discard(seat, played.cards)
    if (seat === this.#me) return this.#own(step)
    const crossed = news.find((what) => what.type === 'crossed')
    const numbers = crossed?.numbers ?? []
    const cards = played.cards.map((text) => ({ text, crosses: numbers.includes(numberOf(text)) }))
    this.#change({ cards })
    for (const number of numbers) if (crossed) this.#ring(seat, cellKey(crossed.colour, number))
    this.#beat('show', cards.length)
    if (crossed !== undefined) this.#markEach(crossed)
    for (const what of news) {
      if (what !== crossed) this.#mark(what)
      if (what.type === 'locked') this.#tell('lock', what)
      if (what.type === 'penalised') this.#tell('penalty', what)
    }
    this.#change({ seat, news, lies: !this.#clears })
    this.#beat('leave')
    this.#change({ cards: [] })
  }

  #markEach(crossed: Extract<Happening, { type: 'crossed' }>): void {
    const pause = apart(this.#tempo)
    const parts = pause > 0 ? crossed.numbers.map((number) => [number]) : [crossed.numbers]
    parts.forEach((numbers, place) => {
      this.#mark({ ...crossed, numbers })
      this.#beat('mark', 1, place < parts.length - 1 ? pause : undefined)
    })
  }

  /** Cards leave a hand. */
  #discard(seat: number, cards: readonly string[]): void {
    const { hand, public: now } = this.#now.view
    const left = (numbers: readonly number[]): number[] => {
      const rest = [...numbers]
      for (const text of cards) rest.splice(rest.indexOf(numberOf(text)), 1)
      return rest
    }
    const hand_sizes = now.hand_sizes.map((size, each) => (each === seat ? size - cards.length : size))
    const hand_numbers = now.hand_numbers?.map((numbers, each) => (each === seat ? left(numbers) : numbers)) ?? null
    const kept = seat === this.#me ? hand.filter((text) => !cards.includes(text)) : hand
    this.#change({ view: { ...this.#now.view, hand: kept, public: { ...now, hand_sizes, hand_numbers } } })
  }

  #tell(kind: 'lock' | 'penalty', what: Happening): void {
    this.#change({ news: [what], seat: 'seat' in what ? what.seat : this.#now.seat })
    this.#beat(kind)
  }

  #mark(what: Happening): void {
    this.#public(marked(this.#now.view.public, what, this.#after.view.public))
    if (what.type === 'crossed') for (const number of what.numbers) this.#ring(what.seat, cellKey(what.colour, number))
  }

  #ring(seat: number, cell: string): void {
    this.#change({ rings: this.#now.rings.map((cells, each) => (each === seat ? new Set([...cells, cell]) : cells)) })
  }

  #public(view: View['public']): void {
    this.#change({ view: { ...this.#now.view, public: view } })
  }

  #change(to: Partial<Beat>): void {
    this.#now = { ...this.#now, ...to }
  }

  /** The current view is shown for a while. */
  #beat(kind: BeatKind, things = 1, ms = lengthOf(kind, this.#tempo, things)): void {
    if (ms > 0) this.#beats.push({ ...this.#now, kind, ms })
  }
}
