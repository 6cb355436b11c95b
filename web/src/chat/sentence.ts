/** A chat message as a sentence for screen readers. */
import { t } from '../i18n.svelte'
import type { Word } from './conversation.svelte'

export function sentenceOf(what: Word['what'], names: readonly string[]): string {
  const name = names[what.seat] ?? ''
  if (what.type === 'said') return t('company.said', { name, text: what.text })
  return t('company.said', { name, text: t(`company.react.${what.reaction}`) })
}
