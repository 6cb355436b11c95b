/** What only the card games need for what is selected, said and pressed; loaded with them. */
import { list, t } from '../i18n.svelte'
import type { Act, Handlers, ButtonsState } from './buttons'
import { same, toTake } from './cardPlay'
import { CHIP, chipOf, say } from './text'
import type { Choice } from '../protocol'
import { activeName, cost, type FeltState, type FeltWords, otherSeats, seatName, waiting } from './felt'
import { modeOf } from './game'
import { crossedIn, beatHeadline, line, type Telling } from './pace/words'
export { extendable, playsFor, tapCard, tapPlace, tapPlayed } from './cardPlay'
export { sortedHand } from './cards'

// What the buttons say and do while cards are drawn and played

export function takeButton({ view, pick }: ButtonsState, { choose, showMessage }: Handlers): Act {
  const draw = view.choices.find((choice) => choice.kind === 'draw' && same(choice.places, pick.places))
  const count = toTake(view)
  if (!draw)
    return { text: t('play.take.none', { count }), on: false, do: () => showMessage(t('play.hint.draw', { count })) }
  const numbers = [...pick.places].sort((a, b) => a - b).map((place) => String(view.public.display[place] ?? ''))
  return { text: t('play.take', { numbers: list(numbers) }), on: true, do: () => choose(draw.text) }
}

export function playButton({ plays }: ButtonsState, { choose, showMessage }: Handlers): Act {
  const made = plays.play
  if (!made?.colour) return { text: t('play.play.none'), on: false, do: () => showMessage(t('play.hint.cards')) }
  const numbers = made.numbers.length ? made.numbers : made.cards.map((each) => Number(each.slice(1)))
  const chip = chipOf(made.colour, numbers)
  const text = t(made.numbers.length ? 'play.play' : 'play.discard', { what: CHIP })
  return { text, chip, on: true, do: () => choose(made.text) }
}

// What the felt says meanwhile

export function cardWords(state: FeltState): FeltWords {
  const { phase } = state.view.public
  if (phase === 'draw') return drawWords(state)
  return phase === 'play' ? playWords(state) : { head: say('play.head.shuffle'), subs: [], cost: null }
}

/** That others wait, where they are people. */
function waitingForYou(state: FeltState): string[] {
  const people = otherSeats(state).filter((seat) => !state.bots.has(seat))
  if (people.length === 0) return []
  const only = otherSeats(state).length === 1 ? seatName(state, people[0] ?? 0) : null
  return [only === null ? say('play.sub.others.wait') : say('play.sub.one.waits', { name: only })]
}

function drawWords(state: FeltState): FeltWords {
  const { view } = state
  if (modeOf(view) === 'wait') {
    return { head: say('play.head.draw.other', { name: activeName(state) }), subs: [waiting(state)], cost: null }
  }
  const count = view.choices[0]?.places.length ?? 0
  return { head: say('play.head.draw', { count }), subs: [say('play.sub.draw'), ...waitingForYou(state)], cost: null }
}

function playWords(state: FeltState): FeltWords {
  const { view, pick, plays } = state
  if (modeOf(view) === 'wait') {
    return { head: say('play.head.play.other', { name: activeName(state) }), subs: [waiting(state)], cost: null }
  }
  if (pick.cards.length && plays.colour === null) {
    return { head: say('play.head.joker'), subs: [say('play.sub.joker')], cost: null }
  }
  const head = say('play.head.play')
  if (!plays.play) return { head, subs: [], cost: cost('.play', state) }
  const { numbers } = plays.play
  if (!numbers.length) return { head, subs: [], cost: cost('.discard', state) }
  const gets = say('play.sub.gets', { numbers: list(numbers.map(String)) })
  return { head, subs: [[gets, ...discarded(plays.play)].join(' '), ...waitingForYou(state)], cost: null }
}

/** What leaves the hand without a cross. */
function discarded({ cards, numbers }: Choice): string[] {
  const left = cards.map((text) => Number(text.slice(1)))
  for (const number of numbers) left.splice(left.indexOf(number), 1)
  return left.length ? [say('play.sub.discarded', { numbers: list(left.map(String)), count: left.length })] : []
}

export function cardBeatWords(told: Telling): FeltWords | null {
  const { beat } = told
  const drew = beat.news.find((what) => what.type === 'drew')
  if (drew !== undefined) {
    return line(beatHeadline('takes', told, { numbers: list(drew.numbers.map(String)) }), t('pace.next'))
  }
  return played(told)
}

/** What is played, and what of it gives no cross. */
function played(told: Telling): FeltWords | null {
  const { news, cards } = told.beat
  const shown = news.find((what) => what.type === 'played')
  if (shown === undefined) return null
  const crossed = crossedIn(news)
  const numbers = shown.cards.map((text) => text.slice(1))
  if (crossed === undefined) return line(beatHeadline('plays', told, { what: list(numbers) }))
  const vain = cards.filter(({ crosses }) => !crosses).map(({ text }) => text.slice(1))
  const tap = told.skips ? t('pace.tap') : null
  const sub = vain.length ? t('pace.vain', { numbers: list(vain) }) : tap
  return line(beatHeadline('plays', told, { what: CHIP }), sub, [chipOf(crossed.colour, crossed.numbers)])
}
