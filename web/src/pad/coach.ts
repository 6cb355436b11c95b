/** What the coach says about a roll that was entered. */
import { colourName } from '../i18n.svelte'
import { fetchCoach } from '../later'
import { CHIP } from '../play/text'
import type { Advice, Choice, PublicView, View } from '../protocol'
import { COLOURS, LETTERS } from '../rules'

/** A choice as it is written, for drawing. */
function choiceOf(text: string): Choice {
  const colour = COLOURS.find((each) => LETTERS[each].toLowerCase() === text[0]) ?? null
  const numbers = colour === null ? [] : [Number(text.slice(1))]
  return { text, kind: colour === null ? 'pass' : 'cross', colour, numbers, places: [], cards: [] }
}

/** Two lines of words. */
export async function hintOf(asked: Promise<Advice>): Promise<{ head: string; sub: string }> {
  const [{ hintWords }, advice] = await Promise.all([fetchCoach(), asked])
  const choices = advice.options.map(({ choice }) => choiceOf(choice))
  const view: View = { seat: null, chosen: null, choices, hand: [], public: {} as PublicView }
  const { head, sub, chip } = hintWords(advice, view)
  return { head: head.replace(CHIP, chip === undefined ? '' : `${colourName(chip.colour)} ${chip.text}`), sub }
}
