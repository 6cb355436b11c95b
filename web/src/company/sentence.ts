/** What somebody tells the others, as a sentence for those who listen. */
import { t } from '../i18n.svelte'
import type { Word } from './conversation.svelte'

export function sentenceOf(what: Word['what'], names: readonly string[]): string {
  const name = names[what.seat] ?? ''
  if (what.type === 'said') return t('company.said', { name, text: what.text })
  return t('company.said', { name, text: t(`company.react.${what.reaction}`) })
}
