// A table on which something that happened is marked already.
import type { Happening, PublicView, Sheet } from '../../protocol'
import { COLOURS } from '../../rules'
import { scored } from '../../sheet'

function sheetWith(sheet: Sheet, what: Happening): Sheet {
  switch (what.type) {
    case 'crossed': {
      const at = COLOURS.indexOf(what.colour)
      const row = sheet.rows[at] ?? []
      // A view that came while a turn was shown may have them already.
      const more = what.numbers.filter((number) => !row.includes(number))
      return more.length ? scored({ ...sheet, rows: sheet.rows.with(at, [...row, ...more]) }) : sheet
    }
    case 'locked':
      if (sheet.locks.includes(what.colour)) return sheet
      return scored({ ...sheet, locks: [...sheet.locks, what.colour] })
    case 'penalised':
      return scored({ ...sheet, penalties: what.penalties })
    default:
      return sheet
  }
}

const size = ({ rows, locks, penalties }: Sheet): number => rows.flat().length + locks.length + penalties

/**
 * A table with one more thing marked.
 *
 * Marks are only ever added: a sheet that has as many as it will have is the one that comes, which then need not be
 * drawn again.
 */
export function marked(view: PublicView, what: Happening, coming: PublicView): PublicView {
  if (!('seat' in what)) return view
  const sheets = view.sheets.map((sheet, seat) => {
    if (seat !== what.seat) return sheet
    const now = sheetWith(sheet, what)
    const then = coming.sheets[seat]
    return then !== undefined && size(then) === size(now) ? then : now
  })
  const closes =
    what.type === 'locked' && coming.closed_rows.includes(what.colour) && !view.closed_rows.includes(what.colour)
  return { ...view, sheets, closed_rows: closes ? [...view.closed_rows, what.colour] : view.closed_rows }
}
