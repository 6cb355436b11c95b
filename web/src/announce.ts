/** Sentences for what happens at a table, for those who listen to it. */
import { cardName, colourName, list, t, type Key } from './i18n.svelte'
import type { Dice, GameHappening } from './protocol'
import { COLOURS } from './rules'

function coloured(dice: Dice): string {
  const shown = COLOURS.flatMap((colour, index) => {
    const face = dice.coloured[index]
    return face === null || face === undefined ? [] : [`${colourName(colour)} ${face}`]
  })
  return shown.join(', ')
}

/** One sentence; `you` is the seat of the listener. What people say themselves is told elsewhere. */
export function sentence(what: GameHappening, names: readonly string[], you: number | null): string {
  if (what.type === 'ended') return t('said.ended')
  if (what.type === 'reshuffled') return t('said.reshuffled', { cards: what.cards })
  const key: Key = what.seat === you ? `said.${what.type}.you` : `said.${what.type}`
  const name = names[what.seat] ?? String(what.seat + 1)
  switch (what.type) {
    case 'rolled': {
      const [first, second] = what.dice.white
      const sum = first + second
      return t(key, { name, white: list([String(first), String(second)]), sum, coloured: coloured(what.dice) })
    }
    case 'drew':
      return t(key, { name, numbers: list(what.numbers.map(String)) })
    case 'played':
      return t(key, { name, cards: list(what.cards.map(cardName)) })
    case 'crossed':
      return t(key, { name, colour: colourName(what.colour), numbers: list(what.numbers.map(String)) })
    case 'locked':
      return t(key, { name, colour: colourName(what.colour) })
    case 'penalised':
      return t(key, { name, count: what.penalties })
    default:
      return t(key, { name })
  }
}
