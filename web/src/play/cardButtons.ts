// What the buttons say and do while cards are drawn and played.
import { list, t } from '../i18n.svelte'
import type { Act, Handlers, ButtonsState } from './buttons'
import { same, toTake } from './cardPlay'
import { CHIP, chipOf } from './text'

export function take({ view, pick }: ButtonsState, { choose, showMessage }: Handlers): Act {
  const draw = view.choices.find((choice) => choice.kind === 'draw' && same(choice.places, pick.places))
  const count = toTake(view)
  if (!draw)
    return { text: t('play.take.none', { count }), on: false, do: () => showMessage(t('play.hint.draw', { count })) }
  const numbers = [...pick.places].sort((a, b) => a - b).map((place) => String(view.public.display[place] ?? ''))
  return { text: t('play.take', { numbers: list(numbers) }), on: true, do: () => choose(draw.text) }
}

export function play({ plays }: ButtonsState, { choose, showMessage }: Handlers): Act {
  const made = plays.play
  if (!made?.colour) return { text: t('play.play.none'), on: false, do: () => showMessage(t('play.hint.cards')) }
  const numbers = made.numbers.length ? made.numbers : made.cards.map((each) => Number(each.slice(1)))
  const chip = chipOf(made.colour, numbers)
  const text = t(made.numbers.length ? 'play.play' : 'play.discard', { what: CHIP })
  return { text, chip, on: true, do: () => choose(made.text) }
}
