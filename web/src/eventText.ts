/** Sentences for what happens at a table, for screen readers. */
import { cardName, cellName } from './cells'
import { asSentences, colourName, list, t } from './i18n.svelte'
import type { Dice, GameHappening } from './protocol'
import { COLOURS } from './rules'

function coloured(dice: Dice): string {
  const shown = COLOURS.flatMap((colour, index) => {
    const face = dice.coloured[index]
    return face === null || face === undefined ? [] : [cellName(colour, face)]
  })
  return list(shown)
}

/** Who rolled what until a player rolled a six: seats roll in turn. */
function sixes(rolls: readonly number[], names: readonly string[]): string[] {
  if (rolls.length === 0) return []
  return [t('said.sixes', { rolls: list(rolls.map((face, place) => `${names[place % names.length] ?? ''} ${face}`)) })]
}

/** Whole sentences; `you` is the seat of the listener. Chat messages are announced by the chat. */
export function eventText(what: GameHappening, names: readonly string[], you: number | null): string {
  return asSentences([lineFor(what, names, you)])
}

function lineFor(what: GameHappening, names: readonly string[], you: number | null): string {
  if (what.type === 'ended') return t('play.head.over')
  if (what.type === 'reshuffled') return t('said.reshuffled', { cards: what.cards })
  if (what.type === 'left') return t(what.removed ? 'said.removed' : 'said.left', { name: what.name })
  if (what.type === 'moved') return t('said.moved')
  const who = what.seat === you ? '.you' : ''
  const name = names[what.seat] ?? String(what.seat + 1)
  switch (what.type) {
    case 'rolled': {
      const [first, second] = what.dice.white
      const sum = first + second
      return t(`said.rolled${who}`, {
        name,
        white: list([String(first), String(second)]),
        sum,
        coloured: coloured(what.dice),
      })
    }
    case 'began':
      return [t(`said.began${who}`, { name }), ...sixes(what.rolls, names)].join(' ')
    case 'drew':
      return t(`pace.takes${who}`, { name, numbers: list(what.numbers.map(String)) })
    case 'played':
      return t(`pace.plays${who}`, { name, what: list(what.cards.map(cardName)) })
    case 'crossed':
      return t(`said.crossed${who}`, { name, colour: colourName(what.colour), numbers: list(what.numbers.map(String)) })
    case 'passed':
      return t(`pace.passes${who}`, { name })
    case 'locked':
      return t(`pace.locks${who}`, { name, colour: colourName(what.colour) })
    case 'penalised':
      return t(`said.penalised${who}`, { name, count: what.penalties })
    case 'returned':
      return t(`said.returned${who}`, { name, count: what.choices })
    case 'timed_out':
      return t(what.passed ? `play.news.late${who}` : `play.news.late_bot${who}`, { name })
    default:
      return t(`said.${what.type}${who}`, { name })
  }
}
