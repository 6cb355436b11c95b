/** Chance from a seed, as docs/fairness.md says: a third implementation, held to the same vectors as the others. */
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text)
// The browser hashes only on pages that came over HTTPS, and tables in a home network often do not.
const SUITS = 'RYGBJ'
const BYTE_VALUES = 256

export function commitment(secret: Uint8Array): Uint8Array {
  return sha256(concatBytes(ascii('qwixx/fairness/1/commitment'), secret))
}

/** The key of a game; seats of contributions count from 1. */
export function gameKey(secret: Uint8Array, contributions: ReadonlyMap<number, Uint8Array>): Uint8Array {
  const added = [...contributions].sort(([seat], [other]) => seat - other)
  const parts = added.map(([seat, value]) => concatBytes(Uint8Array.of(seat), value))
  return hmac(sha256, secret, concatBytes(ascii('qwixx/fairness/1/key'), Uint8Array.of(added.length), ...parts))
}

/** The chance of one draw of a game, numbered from 0. */
class Draw {
  private unused: number[] = []
  private block = 0

  constructor(
    private readonly key: Uint8Array,
    private readonly number: number,
  ) {}

  below(limit: number): number {
    const fair = BYTE_VALUES - (BYTE_VALUES % limit)
    for (;;) {
      const byte = this.byte()
      if (byte < fair) return byte % limit
    }
  }

  die(): number {
    return this.below(6) + 1
  }

  private byte(): number {
    if (this.unused.length === 0) {
      const numbers = new DataView(new ArrayBuffer(8))
      numbers.setUint32(0, this.number)
      numbers.setUint32(4, this.block++)
      const message = concatBytes(ascii('qwixx/fairness/1/draw'), new Uint8Array(numbers.buffer))
      this.unused = Array.from(hmac(sha256, this.key, message))
    }
    return this.unused.shift()!
  }
}

/**
 * What the seed gives where a game had `outcome`, in the notation: `first 2`, `first six 3 6`, `4+1 r3 b6` or
 * `shuffle R2 …`. Of the outcome itself only its kind counts, which dice were rolled and which cards shuffled.
 */
export function derived(key: Uint8Array, number: number, outcome: string, players: number): string {
  const draw = new Draw(key, number)
  const [kind, ...pieces] = outcome.split(' ')
  if (outcome.startsWith('first six')) return `first six ${untilSix(draw).join(' ')}`
  if (kind === 'first') return `first ${draw.below(players) + 1}`
  if (kind === 'shuffle') return `shuffle ${shuffled(draw, pieces).join(' ')}`
  const white = `${draw.die()}+${draw.die()}`
  return [white, ...pieces.map((die) => `${die[0]}${draw.die()}`)].join(' ')
}

function untilSix(draw: Draw): number[] {
  const faces = [draw.die()]
  while (faces.at(-1) !== 6) faces.push(draw.die())
  return faces
}

function shuffled(draw: Draw, cards: readonly string[]): string[] {
  const rank = (card: string): number => SUITS.indexOf(card[0]!) * 100 + Number(card.slice(1))
  const pile = [...cards].sort((card, other) => rank(card) - rank(other))
  for (let last = pile.length - 1; last > 0; last--) {
    const other = draw.below(last + 1)
    ;[pile[last], pile[other]] = [pile[other]!, pile[last]!]
  }
  return pile
}
