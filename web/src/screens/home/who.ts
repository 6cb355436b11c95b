/** Who plays along: in words, and after a tap on a bot. */
import { botStyle, type Character, characterOf } from '../../names'
import { capital, list, t } from '../../i18n.svelte'
import { MOST, othersOf, rivalsOf, type Setup } from '../../settings.svelte'
import { isCardGame } from '../../sheet'
import type { Bot } from '../../rules'

/** The bots of a table, each once. */
export const botsOf = (setup: Setup): Character[] => [
  ...new Set(othersOf(setup).flatMap((bot) => (bot === null ? [] : characterOf(bot)))),
]

export const withFriends = (setup: Setup): boolean => othersOf(setup).includes(null)

export function whoText(setup: Setup): string {
  if (setup.who === 'own') return t('home.own')
  return withFriends(setup) ? t('home.friends') : capital(t('label.with', { names: list(botsOf(setup)) }))
}

/** A second line: what kind of company that is. */
export function whoHow(setup: Setup): string {
  const bots = botsOf(setup)
  if (setup.who === 'own') return t('home.own.how')
  if (withFriends(setup)) return bots.length ? t('home.friends.and', { names: list(bots) }) : t('home.friends.how')
  const [only, ...more] = rivalsOf(setup)
  return setup.who === 'bots' && only !== undefined && more.length === 0 ? botStyle(only) : t('home.bots')
}

/** What the button does, in full. */
export function playText(setup: Setup): string {
  if (withFriends(setup)) return t('home.open.table')
  if (setup.who === 'own') return t('home.play.own')
  return t(isCardGame(setup.game) ? 'home.play.cards' : 'home.play.dice', { names: list(botsOf(setup)) })
}

/**
 * The first tap on another face plays that one instead; further ones join, as many as there are seats.
 * A second tap on a face takes it out, unless it is the only one.
 */
export function afterTap<B extends Bot>(bots: readonly B[], tapped: B, isFirstTap: boolean): B[] {
  if (bots.includes(tapped)) return bots.length > 1 && !isFirstTap ? bots.filter((bot) => bot !== tapped) : [...bots]
  if (isFirstTap) return [tapped]
  return bots.length < MOST - 1 ? [...bots, tapped] : [...bots]
}
