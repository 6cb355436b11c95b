/** Sentences of the score pad. */
import { cellName } from '../cells'
import { eventText } from '../eventText'
import { capital, t } from '../i18n.svelte'
import type { GameHappening, PadHappening, PadMark, Reason } from '../protocol'
import { reasonText } from '../refusals'
import { lastOf } from '../sheet'
import { COLOURS } from '../rules'
import type { PadState } from './state'

type Cell = Pick<PadMark, 'kind' | 'colour' | 'number'>

/** What a mark wrote: "red 7", "the penalty". */
export function markName({ kind, colour, number }: Cell): string {
  if (colour === null) return t(kind === 'end' ? 'pad.paper.end.what' : 'pad.penalty.a')
  return kind === 'close' ? t('pad.paper.row.what', { row: t(`row.${colour}`) }) : cellName(colour, number ?? 0)
}

/** Names for players who give none, best first: the number of the next sheet, then other free ones. */
export function freeNames(taken: readonly string[], most: number): string[] {
  const lower = taken.map((name) => name.toLocaleLowerCase())
  const names = Array.from({ length: most }, (_, place) => t('pad.name', { number: place + 1 }))
  const fromNext = [...names.slice(taken.length), ...names.slice(0, taken.length)]
  return fromNext.filter((name) => !lower.includes(name.toLocaleLowerCase()))
}

/** The name of what is taken back. */
function undoneBy(pad: PadState, seat: number, undone: number | null | undefined): string {
  const found = pad.logs[seat]?.find((each) => each.mark.n === undone)
  return found === undefined ? '' : markName(found.mark)
}

/** That the mark of a seat with a number is undone: by its owner, or by another seat. */
export const undoneWords = (pad: PadState, seat: number, undone: number | null | undefined, by = seat): string =>
  t('pad.said.undone', { name: pad.names[by] ?? '', what: undoneBy(pad, seat, undone) })

/** Why something cannot be taken back: a lock may stand on it. */
export function undoRefusal(reason: Reason): string {
  if (reason.code !== 'needs_five') return reasonText(reason)
  const { colour, number } = reason.details as Pick<PadMark, 'colour' | 'number'>
  return capital(t('pad.undo.first', { what: markName({ kind: 'cross', colour, number }) }))
}

/** That the sheet did not take a mark which was on its way. */
export function droppedWords(pad: PadState, seat: number, mark: PadMark, reason: Reason): string {
  const isUndo = mark.kind === 'undo'
  const what = isUndo ? undoneBy(pad, seat, mark.undone) : markName(mark)
  return capital(t(isUndo ? 'pad.dropped.undo' : 'pad.dropped', { what, reason: reasonText(reason) }))
}

/** What happened as a table would tell it, for words and sounds; some of it no table knows. */
export function asTable(what: PadHappening, pad: PadState): GameHappening[] {
  switch (what.type) {
    case 'joined':
      return [what]
    case 'roll_entered':
      return [{ ...what, type: 'rolled' }]
    case 'marked': {
      const { seat, mark } = what
      if (mark.kind === 'penalty') return [{ type: 'penalised', seat, penalties: pad.sheets[seat]?.penalties ?? 0 }]
      if (mark.colour === null || mark.number === null) return []
      const crossed: GameHappening = { type: 'crossed', seat, colour: mark.colour, numbers: [mark.number] }
      const isLock = mark.number === lastOf(mark.colour)
      return isLock ? [crossed, { type: 'locked', seat, colour: mark.colour }] : [crossed]
    }
    default:
      return []
  }
}

/** Sentences for a screen reader. */
export function sentencesOf(what: PadHappening, pad: PadState, you: number | null): string[] {
  const name = pad.names[what.seat] ?? ''
  if (what.type === 'marked' && what.mark.kind === 'undo') {
    return [undoneWords(pad, what.seat, what.mark.undone)]
  }
  if (what.type === 'retracted') return [undoneWords(pad, what.owner, what.n, what.seat)]
  if (what.type === 'finished' || what.type === 'reopened' || what.type === 'renewed' || what.type === 'restored') {
    return [t(`pad.said.${what.type}`, { name })]
  }
  return asTable(what, pad).map((each) => eventText(each, pad.names, you))
}

/** Sentences for the rows that were locked between two states; `away`: while this device heard of nothing. */
function locks(before: PadState, now: PadState, away: boolean): string[] {
  return COLOURS.flatMap((colour, i) => {
    const at = now.closedAt[i]
    if (at == null || before.closedAt[i] != null) return []
    const by = now.logs.findIndex((log) => log.some(({ seq }) => seq === at))
    const isOutside = now.logs[by]?.some(({ seq, mark }) => seq === at && mark.kind === 'close')
    const row = t(`row.${colour}`)
    if (isOutside) return [capital(t('pad.said.shut', { row }))]
    return [capital(t(away ? 'pad.said.closed.away' : 'pad.said.closed', { name: now.names[by] ?? '', row }))]
  })
}

/** Sentences for what everyone has to know between two states: rows that were locked, and an end on paper. */
export function closings(before: PadState, now: PadState, away = false): string[] {
  if (before.games !== now.games) return []
  const isEnded = before.end === null && now.end?.reason === 'paper'
  return [...locks(before, now, away), ...(isEnded ? [t('pad.said.ended')] : [])]
}
