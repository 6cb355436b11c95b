/** The history as a file: JSON, which is validated when it is read, since anybody may have edited it, and CSV. */
import { isoDay } from '../daily/day'
import { COLOURS, GAMES, PENALTIES_TO_END } from '../rules'
import { whyNotAfter } from '../sheet'
import { inOrder, type KeptGame, type KeptPlayer, type KeptPuzzle, opponentsIn, ownOf, resultOf } from './game'

const FORMAT = 'qwixx history'
export const VERSION = 1
export const LARGEST_FILE = 50_000_000
const LONGEST_TEXT = 100
const LAST_DATE = 8.64e15

export interface History {
  games: readonly KeptGame[]
  puzzles: readonly KeptPuzzle[]
}

type FileProblem = 'large' | 'not_json' | 'not_history' | 'newer' | 'game' | 'puzzle'

/** Why a file is not read; where one entry is wrong, its number, counted from 1. */
export class BadFile extends Error {
  constructor(
    readonly problem: FileProblem,
    readonly entry = 0,
  ) {
    super(`${problem} ${entry}`)
  }
}

export function fileOf({ games, puzzles }: History): string {
  return JSON.stringify({ format: FORMAT, version: VERSION, games, puzzles }, null, 1)
}

/** Everything in a file, or BadFile: nothing is taken from a file that is not sound as a whole. */
export function readFile(text: string): History {
  const file = parsed(text)
  if (!isObject(file) || file.format !== FORMAT || !isWhole(file.version, 1, Infinity)) throw new BadFile('not_history')
  if (file.version > VERSION) throw new BadFile('newer')
  const { games, puzzles = [] } = file
  if (!Array.isArray(games) || !Array.isArray(puzzles)) throw new BadFile('not_history')
  return { games: checked(games, gameIn, 'game'), puzzles: checked(puzzles, puzzleIn, 'puzzle') }
}

function parsed(text: string): unknown {
  if (text.length > LARGEST_FILE) throw new BadFile('large')
  try {
    return JSON.parse(text)
  } catch {
    throw new BadFile('not_json')
  }
}

function checked<T>(entries: readonly unknown[], read: (entry: unknown) => T | null, what: FileProblem): T[] {
  return entries.map((entry, index) => {
    const found = read(entry)
    if (found === null) throw new BadFile(what, index + 1)
    return found
  })
}

type Fields = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= LONGEST_TEXT
const isWhole = (value: unknown, least: number, most: number): value is number =>
  Number.isInteger(value) && least <= (value as number) && (value as number) <= most
const isFigure = (value: unknown): value is number | null => value === null || Number.isFinite(value)
const isListOf = <T>(value: unknown, is: (each: unknown) => each is T, most: number): value is T[] =>
  Array.isArray(value) && value.length <= most && value.every(is)

const POINTS = 1000
const isPoints = (value: unknown): value is number => isWhole(value, -POINTS, POINTS)
const isColour = (value: unknown): value is (typeof COLOURS)[number] => (COLOURS as readonly unknown[]).includes(value)
const isGame = (value: unknown): value is KeptGame['game'] => typeof value === 'string' && Object.hasOwn(GAMES, value)
const isDay = (value: unknown): value is string =>
  isText(value) && /^\d{4}-\d\d-\d\d$/.test(value) && isoDay(Date.parse(value)) === value
const isDate = (value: unknown): value is number => isWhole(value, -LAST_DATE, LAST_DATE)

/** A row that can be crossed like this, from left to right. */
const isRow = (value: unknown, colour: (typeof COLOURS)[number]): boolean =>
  Array.isArray(value) &&
  value.every((number, at) => whyNotAfter(colour, value.slice(0, at), number as number) === null)

function isOptions(value: unknown): value is Record<string, string> {
  return isObject(value) && Object.keys(value).length <= 20 && Object.entries(value).every((pair) => pair.every(isText))
}

function isPlayer(value: unknown): value is KeptPlayer {
  if (!isObject(value)) return false
  const { name, bot, points, place } = value
  return isText(name) && (bot === null || isText(bot)) && isPoints(points) && isWhole(place, 1, 5)
}

function isSheet(value: unknown): value is KeptGame['sheet'] {
  if (!isObject(value)) return false
  const { rows, locks, penalties, points, total } = value
  return (
    Array.isArray(rows) &&
    rows.length === COLOURS.length &&
    COLOURS.every((colour, row) => isRow(rows[row], colour)) &&
    isListOf(locks, isColour, COLOURS.length) &&
    isWhole(penalties, 0, PENALTIES_TO_END) &&
    isListOf(points, isPoints, COLOURS.length) &&
    points.length === COLOURS.length &&
    isPoints(total)
  )
}

function gameIn(entry: unknown): KeptGame | null {
  if (!isObject(entry)) return null
  const { table, number, at, game, options, seat, players, sheet, closed, hinted, luck, skill, daily, attempt } = entry
  const sound =
    isText(table) &&
    isWhole(number, 1, 1e6) &&
    isDate(at) &&
    isGame(game) &&
    isOptions(options) &&
    isListOf(players, isPlayer, 5) &&
    isWhole(seat, 0, players.length - 1) &&
    isSheet(sheet) &&
    isListOf(closed, isColour, COLOURS.length) &&
    typeof hinted === 'boolean' &&
    isFigure(luck) &&
    isFigure(skill) &&
    (daily === null || isDay(daily)) &&
    (attempt === null || isWhole(attempt, 1, 1e6))
  return sound
    ? { table, number, at, game, options, seat, players, sheet, closed, hinted, luck, skill, daily, attempt }
    : null
}

function puzzleIn(entry: unknown): KeptPuzzle | null {
  if (!isObject(entry)) return null
  const { daily, at, game, right, loss } = entry
  const sound = isDay(daily) && isDate(at) && isGame(game) && typeof right === 'boolean' && Number.isFinite(loss)
  return sound ? { daily, at, game, right, loss: loss as number } : null
}

// The games as a table for spreadsheets

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
