/** Numbers and cards in words: the language says whether the colour comes first. */
import { colourName, list, t } from './i18n.svelte'
import { COLOURS, LETTERS, type Colour } from './rules'

export const cellName = (colour: Colour, number: number): string => t('cell', { colour: colourName(colour), number })

/** Numbers of one colour: "red 4 and 5". */
export function cellsName(colour: Colour, numbers: readonly number[]): string {
  const [only] = numbers
  if (numbers.length === 1 && only !== undefined) return cellName(colour, only)
  return t('cells', { colour: colourName(colour), numbers: list(numbers.map(String)) })
}

/** The words for a card written `R4` or `J4`: "red 4", "joker 4". */
export function cardName(card: string): string {
  const colour = COLOURS.find((each) => LETTERS[each] === card[0])
  const number = card.slice(1)
  return colour === undefined ? t('card.joker', { number }) : cellName(colour, Number(number))
}
