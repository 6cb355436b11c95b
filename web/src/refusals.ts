/** Why something was refused, in words. */
import { cardName } from './cells'
import { capital, colourName, findMessage, list, t } from './i18n.svelte'
import type { Reason } from './protocol'
import { COLOURS, type Colour } from './rules'

const isColour = (value: unknown): value is Colour => COLOURS.includes(value as Colour)

/** In the language in use; in the server's English if the code is unknown here. */
export function reasonText(reason: Reason): string {
  const { colour, card, possible, ...plain } = reason.details
  const params = plain as Record<string, string | number>
  if (isColour(colour)) {
    params.colour = colourName(colour)
    params.row = t(`row.${colour}`)
    params.die = t(`die.${colour}`)
  }
  if (typeof card === 'string') params.card = cardName(card)
  if (Array.isArray(possible)) params.possible = list(possible.map(String), 'disjunction')
  const text = findMessage(`reason.${reason.code}`, params)
  return text === undefined ? reason.text : capital(text)
}
