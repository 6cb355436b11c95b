/** What the person at this browser likes: the theme, a name, and how the last table was set up. */
import { DEFAULT_SETTINGS, type NewTable, type TableSettings } from './protocol'
import { load, save } from './storage'

export type Theme = 'system' | 'light' | 'dark'
export const THEMES: readonly Theme[] = ['system', 'light', 'dark']

const darkDevice = matchMedia('(prefers-color-scheme: dark)')
const saved = load('theme')

/** The chosen theme: read `theme.now`, change it with `setTheme`. */
export const theme: { readonly now: Theme } = $state({
  now: saved === 'light' || saved === 'dark' ? saved : 'system',
})

export function setTheme(to: Theme): void {
  ;(theme as { now: Theme }).now = to
  save('theme', to)
  showTheme()
}

export function showTheme(): void {
  const dark = theme.now === 'dark' || (theme.now === 'system' && darkDevice.matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', dark ? '#0f1517' : '#d9dfdd')
}

darkDevice.addEventListener('change', showTheme)

export type Game = NewTable['game']

/** How a table is set up; `others` are the seats beside the first, null for a friend. */
export interface Setup {
  game: Game
  others: (string | null)[]
  first_player: 'random' | 'first_six'
  closed_row_in_action_2: boolean
  hand_numbers_public: boolean
  settings: TableSettings
}

const FIRST_SETUP: Setup = {
  game: 'dice',
  others: ['solid'],
  first_player: 'random',
  closed_row_in_action_2: false,
  hand_numbers_public: true,
  settings: DEFAULT_SETTINGS,
}

export const GAMES: readonly Game[] = ['dice', 'cards', 'cards_joker', 'solo']
/** Levels, the weakest first, then bots with a habit. */
export const BOTS: readonly string[] = ['novice', 'casual', 'solid', 'strong', 'master', 'gap:1,2', 'gap:2,3', 'random']
/** What each setting of a table may be here; of hints, null lets a person who plays with bots alone. */
export const SETTINGS: { readonly [Name in keyof TableSettings]: readonly TableSettings[Name][] } = {
  time_limit: [null, 30, 60, 120],
  patience: [15, 60, 300, 1800],
  hints: [null, false, true],
}
export const FEWEST = 2
export const MOST = 5

/** What was saved may be from another version: everything in it is checked. */
export function loadSetup(): Setup {
  let found: Partial<Setup>
  try {
    found = (JSON.parse(load('setup') ?? '{}') ?? {}) as Partial<Setup>
  } catch {
    found = {}
  }
  const setup = { ...FIRST_SETUP }
  if (found.game !== undefined && GAMES.includes(found.game)) setup.game = found.game
  if (Array.isArray(found.others)) {
    const others = found.others.filter((other) => other === null || BOTS.includes(other)).slice(0, MOST - 1)
    if (others.length >= FEWEST - 1) setup.others = others
  }
  setup.others = [...setup.others]
  if (found.first_player === 'first_six') setup.first_player = 'first_six'
  setup.closed_row_in_action_2 = found.closed_row_in_action_2 === true
  setup.hand_numbers_public = found.hand_numbers_public !== false
  // Earlier versions saved the settings beside the rest.
  setup.settings = checkedSettings({ ...found, ...found.settings })
  return setup
}

function checkedSettings(found: Readonly<Record<string, unknown>>): TableSettings {
  const known = Object.entries<readonly unknown[]>(SETTINGS).filter(([name, values]) => values.includes(found[name]))
  return { ...DEFAULT_SETTINGS, ...Object.fromEntries(known.map(([name]) => [name, found[name]])) }
}

export function saveSetup(setup: Setup): void {
  save('setup', JSON.stringify(setup))
}

/** The request for a table that is set up like this. */
export function newTable(setup: Setup, name: string): NewTable {
  const { game } = setup
  const options: Record<string, string> = {}
  if (game === 'dice') {
    options.first_player = setup.first_player
    options.closed_row_in_action_2 = String(setup.closed_row_in_action_2)
  } else if (game !== 'solo') {
    options.hand_numbers_public = String(setup.hand_numbers_public)
  }
  const others = game === 'solo' ? [] : setup.others
  return {
    game,
    name,
    options,
    seats: [{ bot: null }, ...others.map((bot) => ({ bot }))],
    settings: setup.settings,
  }
}

/** The last name used here. */
export function loadName(): string {
  return load('name') ?? ''
}

export function saveName(name: string): void {
  save('name', name)
}
