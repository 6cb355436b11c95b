// What the buttons say and do while cards are drawn and played.
import { list, t } from '../i18n.svelte'
import type { Act, Doing, Now } from './buttons'
import { same, toTake } from './cardPlay'
import { CHIP } from './text'

export function take({ view, pick }: Now, { choose, tell }: Doing): Act {
  const draw = view.choices.find((choice) => choice.kind === 'draw' && same(choice.places, pick.places))
  const count = toTake(view)
  if (!draw) return { text: t('play.take.none', { count }), on: false, do: () => tell(t('play.hint.draw', { count })) }
  const numbers = [...pick.places].sort((a, b) => a - b).map((place) => String(view.public.display[place] ?? ''))
  return { text: t('play.take', { numbers: list(numbers) }), on: true, do: () => choose(draw.text) }
}

export function play({ plays }: Now, { choose, tell }: Doing): Act {
  const made = plays.play
  if (!made?.colour) return { text: t('play.play.none'), on: false, do: () => tell(t('play.hint.cards')) }
  const numbers = made.numbers.length ? made.numbers : made.cards.map((each) => Number(each.slice(1)))
  const chip = { colour: made.colour, text: list(numbers.map(String)) }
  const text = t(made.numbers.length ? 'play.play' : 'play.discard', { what: CHIP })
  return { text, chip, on: true, do: () => choose(made.text) }
}
