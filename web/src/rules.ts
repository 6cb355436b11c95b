// Generated from the rules and from bots/levels.py by `make types`; do not edit.

export const COLOURS = ['red', 'yellow', 'green', 'blue'] as const
export type Colour = (typeof COLOURS)[number]

export const LETTERS = { red: 'R', yellow: 'Y', green: 'G', blue: 'B' } as const

/** The numbers of each row, from left to right. */
export const NUMBERS: Readonly<Record<Colour, readonly number[]>> = {
  red: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  yellow: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  green: [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2],
  blue: [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2],
}

export const CROSSES_BEFORE_LOCK: number = 5

/** Points of a row with no cross, with one, and so on; its lock is one. */
export const POINTS: readonly number[] = [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78]

export const POINTS_PER_PENALTY: number = -5

export const PENALTIES_TO_END: number = 4

/** Characters of a name, and of a line in the chat. */
export const LONGEST_NAME: number = 20

export const LONGEST_TEXT: number = 200

/** Bytes of a record that is opened from a file. */
export const RECORD_BYTES: number = 131072

/** Puzzles have seeds from 0 to one less. */
export const SEEDS: number = 2147483648

/** Marks of a sheet of a score pad, with those that undo others. */
export const MOST_MARKS: number = 200

/** `lockScope` says whom a crossed lock closes its row for. */
export const GAMES = {
  dice: {
    fewest: 2,
    most: 5,
    cards: false,
    jokers: false,
    lockScope: 'table',
    rowsToEnd: 2,
    options: ['first_player', 'closed_row_in_action_2'],
  },
  cards: {
    fewest: 2,
    most: 5,
    cards: true,
    jokers: false,
    lockScope: 'owner',
    rowsToEnd: 2,
    options: ['hand_numbers_public'],
  },
  cards_joker: {
    fewest: 2,
    most: 5,
    cards: true,
    jokers: true,
    lockScope: 'owner',
    rowsToEnd: 2,
    options: ['hand_numbers_public'],
  },
  solo: { fewest: 1, most: 1, cards: false, jokers: false, lockScope: 'table', rowsToEnd: 2, options: [] },
} as const
export type Game = keyof typeof GAMES

/** The games of several players, which score pads are for, too. */
export const SHARED_GAMES = ['dice', 'cards', 'cards_joker'] as const
export type SharedGame = (typeof SHARED_GAMES)[number]

/** What each option may be, the usual first. */
export const OPTIONS = {
  first_player: ['random', 'first_six'],
  closed_row_in_action_2: ['false', 'true'],
  hand_numbers_public: ['true', 'false'],
} as const

/** The faces of people; no two at a table have the same. */
export const FACES = ['cat', 'rabbit', 'bear', 'owl', 'fox', 'frog', 'mouse', 'penguin', 'sheep', 'elephant', 'octopus', 'dog'] as const
export type Face = (typeof FACES)[number]

/** The names of tables on a device begin with it, and no others. */
export const DEVICE_TABLE_PREFIX: string = 'device-'

/** Whom people may choose: levels, the weakest first, then bots with a habit. */
export const BOTS = {
  novice: { style: 'novice', character: 'Nino' },
  casual: { style: 'casual', character: 'Mila' },
  solid: { style: 'solid', character: 'Leo' },
  strong: { style: 'strong', character: 'Vera' },
  master: { style: 'master', character: 'Ada' },
  'gap:1,2': { style: 'careful', character: 'Otto' },
  'gap:2,3': { style: 'bold', character: 'Otto' },
  random: { style: 'careless', character: 'Otto' },
} as const
export type Bot = keyof typeof BOTS
