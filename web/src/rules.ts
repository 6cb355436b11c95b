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

export const GAMES = {
  dice: { fewest: 2, most: 5, options: ['first_player', 'closed_row_in_action_2'] },
  cards: { fewest: 2, most: 5, options: ['hand_numbers_public'] },
  cards_joker: { fewest: 2, most: 5, options: ['hand_numbers_public'] },
  solo: { fewest: 1, most: 1, options: [] },
} as const
export type Game = keyof typeof GAMES

/** What each option may be, the usual first. */
export const OPTIONS = {
  first_player: ['random', 'first_six'],
  closed_row_in_action_2: ['false', 'true'],
  hand_numbers_public: ['true', 'false'],
} as const

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
