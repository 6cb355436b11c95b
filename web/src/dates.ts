/** Days and times as the language in use writes them. */
import { language } from './i18n.svelte'
import { LANGUAGES } from './languages'

const written = (at: number, how: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(LANGUAGES[language.now].locale, how).format(at)

/** The day of a moment, where the device is. */
export const dayText = (at: number, dateStyle: 'medium' | 'long' = 'medium'): string => written(at, { dateStyle })

export const timeText = (at: number): string => written(at, { timeStyle: 'short' })

/** A day that is the same everywhere, written 2026-11-16. */
export const dateText = (iso: string): string => written(Date.parse(iso), { dateStyle: 'long', timeZone: 'UTC' })
