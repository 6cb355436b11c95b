/** Who won and by what, and why the game is over: in words. */
import { capital, list, t } from '../../i18n.svelte'
import type { Sheet } from '../../protocol'
import { PENALTIES_TO_END, type Colour } from '../../rules'
import type { Ranking } from '../../sheet'

interface Ending {
  sheets: readonly Sheet[]
  /** The rows that are locked for everybody. */
  lockedRows: readonly Colour[]
  names: readonly string[]
  /** The reader's seat. */
  you: number | null
  totals: readonly number[]
  places: readonly number[]
  result: Ranking
}

export const nameIn = ({ names, you }: Pick<Ending, 'names' | 'you'>, seat: number): string =>
  seat === you ? t('you') : (names[seat] ?? '')

const named = (ending: Ending, seats: readonly number[]): string => list(seats.map((seat) => nameIn(ending, seat)))

export function headline(ending: Ending): string {
  const { sheets, you, totals, result } = ending
  if (sheets.length === 1) return t('label.score', { points: totals[0] ?? 0 })
  const { winners, lead: gap } = result
  const others = winners.filter((each) => each !== you)
  const mine = others.length < winners.length
  if (winners.length > 1) return t(mine ? 'end.win.shared.you' : 'end.win.shared', { names: named(ending, others) })
  return mine ? t('end.win.you', { gap }) : t('end.win.one', { name: named(ending, others), gap })
}

/** One's own place; with one opponent the headline says it already. */
export function ownPlace({ sheets, you, totals, places, result }: Ending): string {
  const place = you === null ? 1 : (places[you] ?? 1)
  if (you === null || place === 1 || sheets.length < 3) return ''
  const best = totals[result.winners[0] ?? 0] ?? 0
  return t(`end.place.${place as 2 | 3 | 4 | 5}`, { gap: best - (totals[you] ?? 0) })
}

export function whyOver(ending: Ending, reason: 'two_rows' | 'four_penalties'): string {
  const having = (is: (sheet: Sheet) => boolean): string =>
    named(
      ending,
      ending.sheets.flatMap((sheet, seat) => (is(sheet) ? [seat] : [])),
    )
  if (reason === 'four_penalties') {
    return capital(t('end.why.four_penalties', { name: having(({ penalties }) => penalties >= PENALTIES_TO_END) }))
  }
  if (ending.lockedRows.length > 0) {
    return t('end.why.two_rows', { rows: list(ending.lockedRows.map((row) => t(`colour.${row}`))) })
  }
  // Where a lock counts for its owner alone, players have completed two rows.
  return capital(t('end.why.two_rows_by', { names: having(({ locks }) => locks.length > 1) }))
}
