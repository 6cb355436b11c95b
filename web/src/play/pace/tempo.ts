// How long every beat of a turn is seen.

export const PACES = ['calm', 'brisk'] as const
export type Pace = (typeof PACES)[number]

/** The pace of a film: the one that the player has chosen, or none: then only the choice at the end is shown. */
export type FilmPace = Pace | 'instant'

/** The pace of a film, and whether the reader wants reduced motion. */
export interface Tempo {
  pace: FilmPace
  reducedMotion: boolean
}

/**
 * What the table shows for a while: who begins and the rolls for it; crosses of the common action, all at once; the
 * dice of a player's own move, its cell and its cross; other text about a move; the turn that passes on;
 * dice in the air, and lying; cards that are taken, laid out, played, marked and gone; and at last what to choose.
 */
export type BeatKind =
  | 'six'
  | 'begin'
  | 'reveal'
  | 'lift'
  | 'ring'
  | 'cross'
  | 'pass'
  | 'penalty'
  | 'lock'
  | 'rest'
  | 'roll'
  | 'lie'
  | 'take'
  | 'refill'
  | 'show'
  | 'mark'
  | 'leave'
  | 'choice'

type Lengths = Readonly<Record<BeatKind, number>>

const CALM: Lengths = {
  six: 300,
  begin: 700,
  reveal: 300,
  lift: 240,
  ring: 120,
  // It is drawn in 180, and read in 160.
  cross: 340,
  pass: 300,
  penalty: 300,
  lock: 300,
  rest: 200,
  roll: 450,
  lie: 150,
  take: 240,
  refill: 240,
  show: 240,
  mark: 180,
  leave: 240,
  choice: 250,
}

const BRISK: Lengths = {
  six: 120,
  begin: 300,
  reveal: 180,
  lift: 0,
  ring: 150,
  cross: 150,
  pass: 180,
  penalty: 180,
  lock: 180,
  rest: 0,
  roll: 300,
  lie: 0,
  take: 180,
  refill: 120,
  show: 180,
  mark: 120,
  leave: 0,
  choice: 120,
}

// Between two cards, or two cells, of one move.
const APART: Readonly<Record<FilmPace, number>> = { calm: 120, brisk: 0, instant: 0 }

/** How long a state is shown that replaces a movement. */
const STANDING: Readonly<Record<Pace, number>> = { calm: 300, brisk: 200 }
const MOVES_ONLY: readonly BeatKind[] = ['rest', 'roll', 'refill', 'leave', 'choice']

/** The length of a beat with this number of things, one after the other. */
export function lengthOf(kind: BeatKind, { pace, reducedMotion }: Tempo, things = 1): number {
  if (pace === 'instant') return 0
  const usual = (pace === 'calm' ? CALM : BRISK)[kind]
  if (reducedMotion) return usual === 0 || MOVES_ONLY.includes(kind) ? 0 : STANDING[pace]
  return usual + APART[pace] * (things - 1)
}

/** The delay between the things of one move. */
export const apart = ({ pace, reducedMotion }: Tempo): number => (reducedMotion ? 0 : APART[pace])

/** What is left of a roll when the dice have stopped tumbling: they settle. */
export const SETTLE = 150
