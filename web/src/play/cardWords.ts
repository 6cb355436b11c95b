// What the felt says while cards are drawn and played.
import { list } from '../i18n.svelte'
import { activeName, cost, nameOf, othersOf, waiting, type FeltWords, type Now } from './felt'
import { modeOf } from './game'
import { say } from './text'

export function cardWords(now: Now): FeltWords {
  const { phase } = now.view.public
  if (phase === 'draw') return drawWords(now)
  return phase === 'play' ? playWords(now) : { head: say('play.head.shuffle'), subs: [], cost: null }
}

/** That others wait, where they are people. */
function waitingForYou(now: Now): string[] {
  const people = othersOf(now).filter((seat) => !now.bots.has(seat))
  if (people.length === 0) return []
  const only = othersOf(now).length === 1 ? nameOf(now, people[0] ?? 0) : null
  return [only === null ? say('play.sub.others.wait') : say('play.sub.one.waits', { name: only })]
}

function drawWords(now: Now): FeltWords {
  const { view } = now
  if (modeOf(view) === 'wait') {
    return { head: say('play.head.draw.other', { name: activeName(now) }), subs: [waiting(now)], cost: null }
  }
  const count = view.choices[0]?.places.length ?? 0
  return { head: say('play.head.draw', { count }), subs: [say('play.sub.draw'), ...waitingForYou(now)], cost: null }
}

function playWords(now: Now): FeltWords {
  const { view, pick, plays } = now
  if (modeOf(view) === 'wait') {
    return { head: say('play.head.play.other', { name: activeName(now) }), subs: [waiting(now)], cost: null }
  }
  if (pick.cards.length && plays.colour === null) {
    return { head: say('play.head.joker'), subs: [say('play.sub.joker')], cost: null }
  }
  const head = say('play.head.play')
  if (!plays.play) return { head, subs: [], cost: cost('play.sub.play', now) }
  const { numbers } = plays.play
  if (!numbers.length) return { head, subs: [], cost: cost('play.sub.discard', now) }
  const key = numbers.length === 1 ? 'play.sub.gets.1' : numbers.length === 2 ? 'play.sub.gets.2' : 'play.sub.gets.3'
  return { head, subs: [say(key, { numbers: list(numbers.map(String)) }), ...waitingForYou(now)], cost: null }
}
