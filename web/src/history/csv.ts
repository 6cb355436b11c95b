/** The games as a table for spreadsheets. */
import { inOrder, opponentsIn, ownOf, resultOf, type KeptGame } from './game'

type Field = string | number | null

const COLUMNS: Readonly<Record<string, (game: KeptGame) => Field>> = {
  date: ({ at }) => new Date(at).toISOString(),
  game: ({ game }) => game,
  options: ({ options }) =>
    Object.entries(options)
      .map(([name, value]) => `${name}=${value}`)
      .join(' '),
  name: (game) => ownOf(game).name,
  points: (game) => ownOf(game).points,
  place: (game) => ownOf(game).place,
  players: ({ players }) => players.length,
  result: resultOf,
  others: (game) =>
    opponentsIn(game)
      .map(({ name, bot, points }) => `${name}${bot === null ? '' : ` (${bot})`}: ${points}`)
      .join('; '),
  penalties: ({ sheet }) => sheet.penalties,
  hints: ({ hinted }) => (hinted ? 'yes' : 'no'),
  luck: ({ luck }) => luck,
  skill: ({ skill }) => skill,
  daily: ({ daily }) => daily,
  attempt: ({ attempt }) => attempt,
  table: ({ table }) => table,
  number: ({ number }) => number,
}

/** Excel reads UTF-8 as such only behind this mark. */
const MARK = '\ufeff'

export function csvOf(games: readonly KeptGame[]): string {
  const lines = [Object.keys(COLUMNS), ...inOrder(games).map((game) => Object.values(COLUMNS).map((of) => of(game)))]
  return MARK + lines.map((fields) => fields.map(fieldText).join(',') + '\r\n').join('')
}

/** A field as RFC 4180 writes it. */
export function fieldText(field: Field): string {
  const text = typeof field === 'string' ? harmless(field) : String(field ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A spreadsheet takes a text that begins like this for a formula, and names are whatever people type. */
const harmless = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
