/** Who plays along, in words. */
import { botStyle, characterOf } from '../../bots'
import { capital, list, t } from '../../i18n.svelte'
import type { Character } from '../../names'
import { othersOf, rivalsOf, type Setup } from '../../settings.svelte'
import { isCardGame } from '../../games'

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
