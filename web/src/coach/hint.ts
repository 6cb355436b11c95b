/** What the coach says on the felt: the best choice, and the next ones beside it. */
import { t } from '../i18n.svelte'
import type { Advice, View } from '../protocol'
import { amount, choiceName, figure, rowsOf } from './words'

const SHOWN_BESIDE = 3

export function hintWords({ options, unit }: Advice, view: View): { head: string; sub: string } {
  const [best, ...others] = rowsOf(options, view, unit)
  if (best === undefined) return { head: '', sub: '' }
  return {
    head: t('coach.hint', { what: choiceName(best.option.choice, view), value: amount(best.value, unit) }),
    sub: others
      .slice(0, SHOWN_BESIDE)
      .map(({ option, value }) => `${choiceName(option.choice, view)} ${figure(value, unit)}`)
      .join(' · '),
  }
}
