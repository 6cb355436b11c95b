/** How seats and bots are called. */
import { t } from './i18n.svelte'
import type { TableInfo } from './protocol'

const STYLES = {
  'gap:1,2': 'careful',
  'gap:2,3': 'bold',
  random: 'careless',
  novice: 'novice',
  casual: 'casual',
  solid: 'solid',
  strong: 'strong',
  master: 'master',
} as const

// A table may name bots of another version; what every object has is no style.
const styleOf = (bot: string): (typeof STYLES)[keyof typeof STYLES] | undefined =>
  Object.hasOwn(STYLES, bot) ? STYLES[bot as keyof typeof STYLES] : undefined

/** How a bot plays, in a word. */
export function botStyle(bot: string): string {
  const style = styleOf(bot)
  return style === undefined ? bot : t(`bot.${style}`)
}

export function botHow(bot: string): string {
  return t(`bot.${styleOf(bot) ?? 'other'}.how`)
}

/** A bot is called after its seat, as in the record: so its name stays when bots take other seats. */
export function botName(seat: number, seats: number): string {
  return seats === 2 ? t('bot') : t('bot.numbered', { seat: seat + 1 })
}

/** The names of all seats. */
export function seatNames({ seats }: TableInfo): string[] {
  return seats.map(({ name, bot }, seat) =>
    bot === null ? (name ?? t('home.open')) : botName(seat, seats.length),
  )
}
