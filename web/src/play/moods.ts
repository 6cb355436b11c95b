/** How characters and people take what happens to themselves: by their faces alone, and never at the mistakes of others. */
import type { Character } from '../names'
import type { Mood } from '../parts/strokes'
import type { Happening, Sheet } from '../protocol'
import { COLOURS, type Face } from '../rules'

/** How long a face is glad or says oops, in milliseconds. */
export const HOLD = 1200

// With so many crosses in a row a player hoped to lock it.
const CROSSES_OF_HOPE = 3

interface Temper {
  /** How many crosses in a turn make glad; a lock always does. */
  crosses: number
  /** What makes for a face that says oops. */
  oops: readonly ('penalty' | 'closed')[]
}

const USUAL: Temper = { crosses: 2, oops: ['penalty', 'closed'] }
const TEMPERS: Readonly<Record<Character, Temper>> = {
  Nino: { ...USUAL, crosses: 1 },
  Mila: USUAL,
  Leo: USUAL,
  Vera: { crosses: Infinity, oops: ['closed'] },
  Ada: { ...USUAL, oops: [] },
  Otto: USUAL,
}

/** How a seat takes one thing, after so many crosses by that seat in this turn. */
function moodAt(what: Happening, seat: number, crosses: number, sheet: Sheet | undefined, temper: Temper): Mood {
  const { oops } = temper
  if (what.type === 'crossed' && what.seat === seat) return crosses >= temper.crosses ? 'glad' : 'rest'
  if (what.type === 'penalised' && what.seat === seat) return oops.includes('penalty') ? 'oops' : 'rest'
  if (what.type !== 'locked') return 'rest'
  if (what.seat === seat) return 'glad'
  const hopes = (sheet?.rows[COLOURS.indexOf(what.colour)]?.length ?? 0) >= CROSSES_OF_HOPE
  return hopes && oops.includes('closed') ? 'oops' : 'rest'
}

function moodOf(seat: number, turn: readonly Happening[], sheet: Sheet | undefined, temper: Temper): Mood {
  let crosses = 0
  for (const what of turn) {
    if (what.type === 'crossed' && what.seat === seat) crosses += what.numbers.length
    const mood = moodAt(what, seat, crosses, sheet, temper)
    if (mood !== 'rest') return mood
  }
  return 'rest'
}

/**
 * The face of each seat after what happened in a turn so far; people have the usual temper.
 *
 * The first reaction of a turn stays the only one: a face is held for a while when it comes.
 * `closesForAll` says whether a lock closes the row for everybody.
 */
export function reactions(
  turn: readonly Happening[],
  faces: readonly (Character | Face | null)[],
  sheets: readonly Sheet[],
  closesForAll: boolean,
): Mood[] {
  return faces.map((face, seat) => {
    if (face === null) return 'rest'
    const concerns = turn.filter((what) => closesForAll || what.type !== 'locked' || what.seat === seat)
    return moodOf(seat, concerns, sheets[seat], Object.hasOwn(TEMPERS, face) ? TEMPERS[face as Character] : USUAL)
  })
}
