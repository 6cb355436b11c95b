/** What the coach says about a roll that was entered. */
import { colourName } from '../i18n.svelte'
import { fetchCoach } from '../later'
import type { Chip } from '../play/buttons'
import { CHIP } from '../play/text'
import type { Advice, Choice, PublicView, View } from '../protocol'
import { COLOURS, LETTERS } from '../rules'

/** Two lines of words; where the first holds CHIP, the chip is drawn. */
export interface Hint {
  head: string
  sub: string
  chip?: Chip
}

/** A choice as it is written, for drawing. */
function choiceOf(text: string): Choice {
  const colour = COLOURS.find((each) => LETTERS[each].toLowerCase() === text[0]) ?? null
  const numbers = colour === null ? [] : [Number(text.slice(1))]
  return { text, kind: colour === null ? 'pass' : 'cross', colour, numbers, places: [], cards: [] }
}

export async function hintOf(asked: Promise<Advice>): Promise<Hint> {
  const [{ hintWords }, advice] = await Promise.all([fetchCoach(), asked])
  const choices = advice.options.map(({ choice }) => choiceOf(choice))
  const view: View = { seat: null, chosen: null, choices, hand: [], public: {} as PublicView }
  return hintWords(advice, view)
}

export function spoken({ head, sub, chip }: Hint): string {
  const name = chip === undefined ? '' : `${colourName(chip.colour)} ${chip.text}`
  return `${head.replace(CHIP, name)} ${sub}`
}
