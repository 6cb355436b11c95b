/** What people and bots are called. */
import { t } from './i18n.svelte'
import type { SeatInfo, TableInfo } from './protocol'
import { type Bot, BOTS, LONGEST_NAME } from './rules'
import { loadFace } from './settings.svelte'

export type Character = NonNullable<SeatInfo['character']>

/** The names of all seats. */
export function seatNames({ seats }: TableInfo): string[] {
  return seats.map(({ name }) => name ?? t('home.open'))
}

/** The name of a person; the face stands in for one that was left empty. */
export const nameOrFace = (name: string): string => name.trim() || t(`face.${loadFace()}`)

/** A name that is being typed, no longer than the server takes it: characters are counted as it counts them. */
export const shortened = (name: string): string => Array.from(name).slice(0, LONGEST_NAME).join('')

/** Handles what is typed into the field of a name; `maxlength` would count an emoji as two or more. */
export const shortening =
  (take: (name: string) => void = () => undefined) =>
  ({ currentTarget: field }: { currentTarget: HTMLInputElement }): void => {
    const name = shortened(field.value)
    if (name !== field.value) field.value = name
    take(name)
  }

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
