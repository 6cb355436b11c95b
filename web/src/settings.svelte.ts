/** What the person at this browser likes: the theme, a name, and how the last table was set up. */
import { here } from './device/here.svelte'
import { DEFAULT_SETTINGS, type NewTable, type TableSettings } from './protocol'
import * as rules from './rules'
import { IS_SITE } from './site'
import { load, save } from './storage'

type Theme = 'system' | 'light' | 'dark'
export const THEMES: readonly Theme[] = ['system', 'light', 'dark']

const darkDevice = matchMedia('(prefers-color-scheme: dark)')
const saved = load('theme')

class ThemeSetting {
  #now = $state<Theme>(saved === 'light' || saved === 'dark' ? saved : 'system')

  get now(): Theme {
    return this.#now
  }

  readonly set = (to: Theme): void => {
    this.#now = to
    save('theme', to)
    this.show()
  }

  readonly show = (): void => {
    const dark = this.#now === 'dark' || (this.#now === 'system' && darkDevice.matches)
    document.documentElement.dataset.theme = dark ? 'dark' : 'light'
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', dark ? '#0f1517' : '#d9dfdd')
  }
}

export const theme = new ThemeSetting()
darkDevice.addEventListener('change', theme.show)

/** What one may switch on or off; of what was never touched only keys are on. */
export type Switch = 'sound' | 'haptics' | 'calm_faces' | 'keys'
const isSaved = (name: Switch): boolean => (load(name) ?? (name === 'keys' ? 'on' : 'off')) === 'on'

class Switches {
  readonly #on: Record<Switch, boolean> = $state({
    sound: isSaved('sound'),
    haptics: isSaved('haptics'),
    calm_faces: isSaved('calm_faces'),
    keys: isSaved('keys'),
  })

  isOn(name: Switch): boolean {
    return this.#on[name]
  }

  set(name: Switch, on: boolean): void {
    this.#on[name] = on
    save(name, on ? 'on' : 'off')
  }
}

export const switches = new Switches()

export type RuleOption = keyof typeof rules.OPTIONS
type Words<Name extends RuleOption> = (typeof rules.OPTIONS)[Name][number]
/** An option that is on or off is a boolean, any other one of its words. */
type Options = { [Name in RuleOption]: 'true' extends Words<Name> ? boolean : Words<Name> }
type OnOff = { [Name in RuleOption]: Options[Name] extends boolean ? Name : never }[RuleOption]
/** Whether an option is on or off. */
export const isSwitch = (name: RuleOption): name is OnOff => (rules.OPTIONS[name] as readonly string[]).includes('true')

/** A bot with a level. Otto teaches, and plays bots that have a habit and no level. */
export type Opponent = {
  [Name in rules.Bot]: (typeof rules.BOTS)[Name]['character'] extends 'Otto' ? never : Name
}[rules.Bot]

/** A bot with a habit; these play without a server, too. */
type SimpleBot = Exclude<rules.Bot, Opponent>

const COMPANIES = ['bots', 'friends', 'own'] as const
/** With whom the player plays. */
export type Company = (typeof COMPANIES)[number]

/** How a table is set up: the answers of the first screen, and the options of the table. */
export interface Setup extends Options {
  game: rules.SharedGame
  who: Company
  /** The opponents in a game with bots. */
  bots: Opponent[]
  /** The same in a game on this device. */
  simple: SimpleBot[]
  /** The other seats in a game with friends: null for a friend, or a bot. */
  others: (string | null)[]
  settings: TableSettings
}

export const GAME_NAMES = Object.keys(rules.GAMES) as readonly rules.Game[]
export const BOT_NAMES: readonly string[] = Object.keys(rules.BOTS)
export const OPPONENTS = Object.entries(rules.BOTS)
  .filter(([, { character }]) => character !== 'Otto')
  .map(([bot]) => bot as Opponent)
export const isOpponent = (bot: rules.Bot): bot is Opponent => (OPPONENTS as readonly string[]).includes(bot)
export const SIMPLE_BOTS = (BOT_NAMES as rules.Bot[]).filter((bot): bot is SimpleBot => !isOpponent(bot))
/** What each setting of a table may be here; of hints, null lets a person who plays with bots alone. */
export const SETTINGS: { readonly [Name in keyof TableSettings]: readonly TableSettings[Name][] } = {
  time_limit: [null, 30, 60, 120],
  patience: [15, 60, 300, 1800],
  hints: [null, false, true],
  daily: [null],
  // A public table is chosen each time.
  public: [false],
}
const shared = rules.SHARED_GAMES.map((game) => rules.GAMES[game])
export const FEWEST = Math.min(...shared.map(({ fewest }) => fewest))
export const MOST = Math.max(...shared.map(({ most }) => most))

const FIRST_SETUP: Setup = {
  game: 'dice',
  who: 'bots',
  bots: ['novice'],
  simple: ['gap:1,2'],
  others: [null],
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
  if (found.game !== undefined && rules.SHARED_GAMES.includes(found.game)) setup.game = found.game
  if (found.who !== undefined && COMPANIES.includes(found.who)) setup.who = found.who
  if (IS_SITE && setup.who === 'friends') setup.who = 'bots'
  setup.bots = checkedSeats(found.bots, (bot) => OPPONENTS.includes(bot)) ?? [...FIRST_SETUP.bots]
  setup.simple = checkedSeats(found.simple, (bot) => SIMPLE_BOTS.includes(bot)) ?? [...FIRST_SETUP.simple]
  setup.others = checkedSeats(found.others, (bot) => bot === null || BOT_NAMES.includes(bot)) ?? [...FIRST_SETUP.others]
  setup.settings = checkedSettings({ ...found.settings })
  return setup
}

function checkedSeats<T>(found: readonly T[] | undefined, isKnown: (each: T) => boolean): T[] | null {
  if (!Array.isArray(found)) return null
  const seats = (found as T[]).filter(isKnown).slice(0, MOST - 1)
  return seats.length >= FEWEST - 1 ? seats : null
}

function checkedOptions(found: Partial<Options>): Options {
  const values = Object.entries<readonly string[]>(rules.OPTIONS).map(([name, words]) => {
    const word = words.find((each) => each === String(found[name as RuleOption])) ?? words[0]
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

export const gameOf = ({ game, who }: Setup): rules.Game => (who === 'own' ? 'solo' : game)

/** Who else plays: bots, and null for a friend. */
export function othersOf(setup: Setup): readonly (string | null)[] {
  if (setup.who === 'bots') return rivalsOf(setup)
  return setup.who === 'own' ? [] : setup.others
}

/** The bots of a game against bots. */
export const rivalsOf = ({ bots, simple }: Setup): readonly rules.Bot[] => (here.playsOffline ? simple : bots)

/** The request for a table that is set up like this; without a name it is opened without a seat. */
export function newTable(setup: Setup, name: string | null): Omit<NewTable, 'key'> {
  const game = gameOf(setup)
  const options = Object.fromEntries(rules.GAMES[game].options.map((name) => [name, String(setup[name])]))
  const others = othersOf(setup)
  return {
    game,
    name,
    options,
    seats: [{ bot: null }, ...others.map((bot) => ({ bot }))],
    settings: { ...setup.settings, public: setup.settings.public && others.includes(null) },
    contributes: true,
    face: loadFace(),
  }
}

/** The last name used here. */
export function loadName(): string {
  return load('name') ?? ''
}

/** The face that this device has; the first is drawn. */
export function loadFace(): rules.Face {
  const saved = rules.FACES.find((face) => face === load('face'))
  if (saved !== undefined) return saved
  const drawn = rules.FACES[Math.floor(Math.random() * rules.FACES.length)] ?? rules.FACES[0]
  saveFace(drawn)
  return drawn
}

export function saveFace(face: rules.Face): void {
  save('face', face)
}

export function saveName(name: string): void {
  save('name', name)
}
