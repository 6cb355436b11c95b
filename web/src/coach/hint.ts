/** What the coach says on the felt: the best choice as a chip and its chance to win, and the next ones beside it. */
import { number, percent, t } from '../i18n.svelte'
import { CHIP, chipOf, type Chip } from '../play/text'
import type { Advice, View } from '../protocol'
import { choiceName, choiceOf, nameOf, rowsOf, type Row, type Unit } from './words'

const SHOWN_BESIDE = 2

interface HintWords {
  head: string
  sub: string
  chip?: Chip
}

const worth = ({ value }: Row, unit: Unit): string =>
  unit === 'win' ? percent(value) : number(value, { maximumFractionDigits: 0 })

export function hintWords({ options, unit }: Advice, view: View): HintWords {
  const [best, ...others] = rowsOf(options, view, unit)
  if (best === undefined) return { head: '', sub: '' }
  const { colour, numbers } = choiceOf(best.option.choice, view) ?? { colour: null, numbers: [] }
  const chip = colour && numbers.length ? chipOf(colour, numbers) : undefined
  const what = chip === undefined ? nameOf(best.option.choice, view) : CHIP
  const next = others
    .slice(0, SHOWN_BESIDE)
    .map((row) => `${choiceName(row.option.choice, view)}: ${worth(row, unit)}`)
    .join(' · ')
  return {
    head: t(unit === 'win' ? 'coach.hint' : 'coach.hint.points', { what, value: worth(best, unit) }),
    sub: next === '' ? '' : t('coach.hint.next', { choices: next }),
    chip,
  }
}
