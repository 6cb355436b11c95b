/** What the person at this browser likes: the theme, a name, and how the last table was set up. */
import { DEFAULT_SETTINGS, type NewTable, type TableSettings } from './protocol'
import * as rules from './rules'
import { load, save } from './storage'

export type Game = rules.Game

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

/** What one may switch on; whatever was never touched is off. */
export type Switch = 'sound' | 'haptics' | 'still_faces'
const isOn = (name: Switch): boolean => load(name) === 'on'

/** Read `switches.sound`, change it with `setSwitch`. */
export const switches: Readonly<Record<Switch, boolean>> = $state({
  sound: isOn('sound'),
  haptics: isOn('haptics'),
  still_faces: isOn('still_faces'),
})

export function setSwitch(name: Switch, on: boolean): void {
  ;(switches as Record<Switch, boolean>)[name] = on
  save(name, on ? 'on' : 'off')
}

type Option = keyof typeof rules.OPTIONS
type Words<Name extends Option> = (typeof rules.OPTIONS)[Name][number]
/** An option that is on or off is a boolean, any other one of its words. */
type Options = { [Name in Option]: 'true' extends Words<Name> ? boolean : Words<Name> }

/** How a table is set up; `others` are the seats beside the first, null for a friend. */
export interface Setup extends Options {
  game: Game
  others: (string | null)[]
  settings: TableSettings
}

export const GAMES = Object.keys(rules.GAMES) as readonly Game[]
export const BOTS: readonly string[] = Object.keys(rules.BOTS)
/** What each setting of a table may be here; of hints, null lets a person who plays with bots alone. */
export const SETTINGS: { readonly [Name in keyof TableSettings]: readonly TableSettings[Name][] } = {
  time_limit: [null, 30, 60, 120],
  patience: [15, 60, 300, 1800],
  hints: [null, false, true],
  daily: [null],
  // Whoever opens a table to everybody says so each time.
  public: [false],
}
const shared = Object.values(rules.GAMES).filter(({ most }) => most > 1)
export const FEWEST = Math.min(...shared.map(({ fewest }) => fewest))
export const MOST = Math.max(...shared.map(({ most }) => most))

const FIRST_SETUP: Setup = {
  game: 'dice',
  others: ['solid'],
  ...checkedOptions({}),
  settings: DEFAULT_SETTINGS,
}

/** What was saved may be from another version: everything in it is checked. */
export function loadSetup(): Setup {
  let found: Partial<Setup>
  try {
    found = (JSON.parse(load('setup') ?? '{}') ?? {}) as Partial<Setup>
  } catch {
    found = {}
  }
  const setup = { ...FIRST_SETUP, ...checkedOptions(found) }
  if (found.game !== undefined && GAMES.includes(found.game)) setup.game = found.game
  if (Array.isArray(found.others)) {
    const others = found.others.filter((other) => other === null || BOTS.includes(other)).slice(0, MOST - 1)
    if (others.length >= FEWEST - 1) setup.others = others
  }
  setup.others = [...setup.others]
  // Earlier versions saved the settings beside the rest.
  setup.settings = checkedSettings({ ...found, ...found.settings })
  return setup
}

function checkedOptions(found: Partial<Options>): Options {
  const values = Object.entries<readonly string[]>(rules.OPTIONS).map(([name, words]) => {
    const word = words.find((each) => each === String(found[name as Option])) ?? words[0]
    return [name, word === 'true' || (word === 'false' ? false : word)]
  })
  return Object.fromEntries(values) as Options
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
  const options = Object.fromEntries(rules.GAMES[game].options.map((name) => [name, String(setup[name])]))
  const others = rules.GAMES[game].most === 1 ? [] : setup.others
  return {
    game,
    name,
    options,
    seats: [{ bot: null }, ...others.map((bot) => ({ bot }))],
    settings: { ...setup.settings, public: setup.settings.public && others.includes(null) },
    contributes: true,
  }
}

/** The last name used here. */
export function loadName(): string {
  return load('name') ?? ''
}

export function saveName(name: string): void {
  save('name', name)
}
