/** What is said of bots. */
import { t } from './i18n.svelte'
import type { Character } from './names'
import { BOTS, type Bot } from './rules'

// A table may name bots of another version; inherited properties such as `constructor` are not bots.
const isBot = (bot: string): bot is Bot => Object.hasOwn(BOTS, bot)

/** How a bot plays, in a word. */
export function botStyle(bot: string): string {
  return isBot(bot) ? t(`bot.${BOTS[bot].style}`) : bot
}

export function botHow(bot: string): string {
  return t(isBot(bot) ? `bot.${BOTS[bot].style}.how` : 'bot.other.how')
}

/** The character of a bot that can be chosen. */
export function characterOf(bot: string): Character {
  return isBot(bot) ? BOTS[bot].character : 'Otto'
}

/** How a bot plays, or that a simple one plays for it. */
export const botStatus = (bot: string, covered: boolean): string => (covered ? t('play.status.bot') : botHow(bot))
