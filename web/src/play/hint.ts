// What the coach says on the felt: the best choice, and the next ones beside it.
import { format, percent } from '../i18n.svelte'
import type { Advice, Option, View } from '../protocol'
import { choiceName, t } from './text'

const SHOWN_BESIDE = 3

/** What a choice leads to: a share of the win, or in the solo game points. */
export function worth({ win, total }: Option): string {
  return win === null ? format(total, { maximumFractionDigits: 1 }) : percent(win)
}

export function optionName({ choice }: Option, view: View): string {
  const found = view.choices.find(({ text }) => text === choice)
  return found === undefined ? choice : choiceName(found, view)
}

export function hintWords({ options }: Advice, view: View): { head: string; sub: string } {
  const [best, ...others] = options
  if (best === undefined) return { head: '', sub: '' }
  const value = best.win === null ? t('play.coach.points', { value: worth(best) }) : worth(best)
  return {
    head: t('play.coach.head', { what: optionName(best, view), value }),
    sub: others
      .slice(0, SHOWN_BESIDE)
      .map((option) => `${optionName(option, view)} ${worth(option)}`)
      .join(' · '),
  }
}
