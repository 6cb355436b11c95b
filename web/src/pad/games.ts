// Generated from the rules by `make types`; do not edit. The first screen does without it.

/** Whom a crossed lock closes its row for, and how many rows end the game. */
export const PAD_GAMES = {
  dice: { closes: 'table', rowsToEnd: 2 },
  cards: { closes: 'owner', rowsToEnd: 2 },
  cards_joker: { closes: 'owner', rowsToEnd: 2 },
} as const

/** Marks of a sheet in a game, with those that take others back. */
export const MOST_MARKS: number = 200
