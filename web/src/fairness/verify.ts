/**
 * Whether the dice and cards of a finished game were fair, found out on this device.
 *
 * `checkText` takes a record as text; `checkFairness` takes its tags and outcomes if they are read already.
 */
import { fromHex, toHex } from './hex'
import { commitment, derived, gameKey } from './derivation'
import { readChance, type ChanceRecord } from './reading'

/** What this device remembers of a game from before its first draw; seats count from 1. */
interface Witness {
  commitment?: string | undefined
  contributions?: Readonly<Record<number, string>>
}

interface Mismatch {
  /** Draws count from 1. */
  draw: number
  expected: string
  found: string
}

export interface Checked {
  kind: 'checked'
  fair: boolean
  draws: number
  commitment: string
  /** The seats that contributed, counted from 1. */
  contributors: readonly number[]
  /** Whether the secret is the one that the server was committed to. */
  secretFits: boolean
  /** Whether the commitment is the one that this device saw before; null where it saw none. */
  remembered: boolean | null
  /** Seats whose contribution this device knows, and which is not in the record as it was. */
  changed: readonly number[]
  mismatches: readonly Mismatch[]
}

/**
 * `silent`: a record without a word of its dice. `unreadable`: the tag that cannot be read. `cut`: a record that ends
 * before its game does, although servers write a secret only once the game is over.
 */
export type Verdict = Checked | { kind: 'silent' } | { kind: 'cut' } | { kind: 'unreadable'; tag: string }

const SECRET_BYTES = 32
const CONTRIBUTION_BYTES = 16
const VERSION = '1'
const UNFINISHED = 'unfinished'

/** Null if the text is not a record. */
export function checkText(text: string, witness: Witness = {}): Verdict | null {
  const record = readChance(text)
  return record === null ? null : checkFairness(record, witness)
}

export function checkFairness(record: ChanceRecord, witness: Witness = {}): Verdict {
  const { tags, players, outcomes } = record
  if (tags.Fairness === undefined) return { kind: 'silent' }
  if (tags.Fairness !== VERSION) return { kind: 'unreadable', tag: 'Fairness' }
  const claimed = fromHex(tags.Commitment ?? '', SECRET_BYTES)
  const secret = fromHex(tags.Secret ?? '', SECRET_BYTES)
  const contributions = readContributions(tags.Contributions, players)
  if (claimed === null) return { kind: 'unreadable', tag: 'Commitment' }
  if (secret === null) return { kind: 'unreadable', tag: 'Secret' }
  if (contributions === null) return { kind: 'unreadable', tag: 'Contributions' }
  if (['', UNFINISHED].includes(tags.Result ?? '')) return { kind: 'cut' }

  const hash = toHex(claimed)
  const mismatches = findMismatches(gameKey(secret, contributions), outcomes, players)
  const secretFits = toHex(commitment(secret)) === hash
  const remembered = witness.commitment === undefined ? null : witness.commitment === hash
  const own = Object.entries(witness.contributions ?? {}).map(([seat, value]) => [Number(seat), value] as const)
  const changed = own.filter(([seat, value]) => toHex(contributions.get(seat) ?? new Uint8Array()) !== value)
  return {
    kind: 'checked',
    fair: secretFits && remembered !== false && changed.length === 0 && mismatches.length === 0,
    draws: outcomes.length,
    commitment: hash,
    contributors: [...contributions.keys()],
    secretFits,
    remembered,
    changed: changed.map(([seat]) => seat),
    mismatches,
  }
}

function findMismatches(key: Uint8Array, outcomes: readonly string[], players: number): Mismatch[] {
  const draws = outcomes.map((found, number) => ({
    draw: number + 1,
    expected: derived(key, number, found, players),
    found,
  }))
  return draws.filter(({ expected, found }) => expected !== found)
}

/** By seat; null where one of them cannot be read, or is there twice. */
function readContributions(text: string | undefined, players: number): Map<number, Uint8Array> | null {
  if (text === undefined) return null
  const read = new Map<number, Uint8Array>()
  for (const word of text.split(' ').filter((each) => each !== '')) {
    const [, seat, digits] = /^([1-9])=(.*)$/.exec(word) ?? []
    const value = fromHex(digits ?? '', CONTRIBUTION_BYTES)
    if (value === null || Number(seat) > players || read.has(Number(seat))) return null
    read.set(Number(seat), value)
  }
  return read
}
