/** How seats and bots are called. */
import { t } from './i18n.svelte'
import type { TableInfo } from './protocol'

type BotStyle = 'careful' | 'bold' | 'careless' | 'other'
const STYLES: Readonly<Record<string, BotStyle>> = { 'gap:1,2': 'careful', 'gap:2,3': 'bold', random: 'careless' }

function style(bot: string): BotStyle {
  return STYLES[bot] ?? 'other'
}

export function botName(bot: string): string {
  return t(`bot.${style(bot)}`)
}

export function botHow(bot: string): string {
  return t(`bot.${style(bot)}.how`)
}

/** The names of all seats; bots are named by how they play, and numbered if two play alike. */
export function seatNames(info: TableInfo): string[] {
  const bots = info.seats.map((seat) => (seat.bot === null ? null : style(seat.bot)))
  return info.seats.map((seat, index) => {
    if (seat.bot === null) return seat.name ?? t('waiting.free')
    const bot = botName(seat.bot)
    const alike = bots.filter((other) => other === bots[index]).length
    if (alike === 1) return bot
    const number = bots.slice(0, index + 1).filter((other) => other === bots[index]).length
    return t('bot.numbered', { bot, number })
  })
}
