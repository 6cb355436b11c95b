import { t } from './i18n.svelte'

/** Sets the title of the window to that of a page, followed by the name of the game; returns it. */
export const showTitle = (page: string): string => (document.title = `${page} · ${t('app')}`)
