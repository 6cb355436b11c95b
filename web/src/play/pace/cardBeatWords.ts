// What the felt says while cards are taken and played.
import { list, t } from '../../i18n.svelte'
import type { FeltWords } from '../felt'
import { CHIP, chipOf } from '../text'
import { crossedIn, beatHeadline, line, type Telling } from './words'

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
