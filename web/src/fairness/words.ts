/** What is said of the dice of a game. */
import { t } from '../i18n.svelte'
import type { Verdict } from './verify'

/** A verdict in a sentence; null stands for a text that is not a record. */
export function verdictSentence(verdict: Verdict | null): string {
  if (verdict === null) return t('fairness.check.none')
  if (verdict.kind === 'silent') return t('fairness.silent')
  if (verdict.kind === 'cut') return t('fairness.cut')
  if (verdict.kind === 'unreadable') return t('fairness.unreadable', { tag: verdict.tag })
  if (!verdict.fair) return t('fairness.unfair')
  return t(verdict.contributors.length > 0 ? 'fairness.fair' : 'fairness.alone')
}
