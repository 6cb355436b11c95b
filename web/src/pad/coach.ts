/** What the coach says about a roll that was entered. */
import { t } from '../i18n.svelte'
import { fetchCoach } from '../lazy'
import type { HintWords } from '../coach/words'
import { CHIP } from '../play/text'
import { Refusal, problemOf } from '../problems'
import type { Advice, Choice, PublicView, View } from '../protocol'
import { COLOURS, LETTERS } from '../rules'

export interface PadHint extends HintWords {
  /** What the coach takes for granted. */
  note?: string
}

/** A choice as it is written, for drawing. */
function choiceOf(text: string): Choice {
  const colour = COLOURS.find((each) => LETTERS[each].toLowerCase() === text[0]) ?? null
  const numbers = colour === null ? [] : [Number(text.slice(1))]
  return { text, kind: colour === null ? 'pass' : 'cross', colour, numbers, places: [], cards: [] }
}

export async function hintOf(asked: Promise<Advice>, sheets: number): Promise<PadHint> {
  // Only with an answer: the browser would not load styles again after a failure.
  const advice = await asked
  const { hintWords } = await fetchCoach()
  const choices = advice.options.map(({ choice }) => choiceOf(choice))
  const view: View = { seat: null, chosen: null, choices, hand: [], public: {} as PublicView }
  // Who has the only sheet may play with people on paper, of whom the coach knows nothing.
  return { ...hintWords(advice, view), note: sheets > 1 ? '' : t('pad.coach.alone') }
}

/** Why the coach says nothing, in words; null if it does. Without the server the pad goes on all the same. */
export async function silenceOf(asked: Promise<unknown>): Promise<string | null> {
  const error: unknown = await asked.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (error === null) return null
  return error instanceof Refusal ? problemOf(asked) : t('pad.coach.gone')
}

export function hintSpoken({ head, sub, chip, note = '' }: PadHint): string {
  return `${head.replace(CHIP, chip?.name ?? '')} ${sub} ${note}`.trim()
}
