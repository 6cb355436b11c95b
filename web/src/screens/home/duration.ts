import { t } from '../../i18n.svelte'

export function duration(seconds: number): string {
  return seconds % 60 === 0 ? t('minutes', { count: seconds / 60 }) : t('seconds', { count: seconds })
}
