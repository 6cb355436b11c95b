/** What people are asked before something is written, taken back or opened again. */
import { asSentences, capital, t } from '../i18n.svelte'
import { isCardGame } from '../sheet'
import type { PadMark } from '../protocol'
import type { Colour } from '../rules'
import type { Question } from '../parts/Confirm.svelte'
import type { PadState } from './state'
import { markName } from './words'

type Act = Question['act']

/** A row was locked, or the game ended, maybe in this very roll; `by` says who locked the row. */
export function lateQuestion(pad: PadState, colour: Colour, number: number, by: string | null, act: Act): Question {
  const what = markName({ kind: 'cross', colour, number })
  const turn = isCardGame(pad.game) ? '.cards' : ''
  const how = t(`pad.late.how${turn}`, { what })
  return {
    title: by === null ? t('pad.late.ended') : capital(t('pad.late.ask', { row: t(`row.${colour}`) })),
    text: by === null ? how : asSentences([how, by]),
    yes: t(`pad.late.yes${turn}`, { what }),
    act,
  }
}

/** The number is not in the roll that was entered. */
export function otherQuestion(pad: PadState, colour: Colour, number: number, act: Act): Question {
  const what = markName({ kind: 'cross', colour, number })
  return {
    title: capital(t('pad.other.ask', { what })),
    text: t('pad.other.how', { name: pad.names[pad.roll?.seat ?? 0] ?? '' }),
    yes: t('pad.other.yes', { what }),
    act,
  }
}

/** The button names what it takes back; a tap on a cross may have been meant for another cell. */
export const undoQuestion = (mark: PadMark, isShared: boolean, act: Act): Question => ({
  title: capital(t('pad.undo.ask', { what: markName(mark) })),
  text: isShared ? t('pad.undo.how') : '',
  yes: t('act.undo'),
  act,
})

/** The game has ended, and this does not belong to the last roll. */
export const reopenQuestion = (act: Act): Question => ({
  title: t('pad.late.ended'),
  text: t('pad.reopen.how'),
  yes: t('pad.reopen.yes'),
  act,
})

/** Back to the game before this one. */
export const restoreQuestion = (isShared: boolean, act: Act): Question => ({
  title: t('pad.restore.ask'),
  text: t(isShared ? 'pad.restore.how' : 'pad.restore.how.here'),
  yes: t('pad.restore.yes'),
  act,
})
