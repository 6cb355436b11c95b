/** Games of this device, held against what it remembers of them. */
import { record } from '../api'
import { recall, type Memory } from './memory'
import { checkText, type Verdict } from './verify'

/** A verdict, and whether this device has added a number of its own. */
export interface OwnVerdict {
  verdict: Verdict
  own: boolean
}

/** The check of a text by what is remembered of that game; a verdict of null is no record. */
export function checkAgainst(text: string, memory: Memory | undefined): { verdict: Verdict | null; own: boolean } {
  const { hash, seat, value } = memory ?? {}
  const own = seat !== undefined && value !== undefined
  const contributions = own ? { [seat + 1]: value } : {}
  return { verdict: checkText(text, { commitment: hash, contributions }), own }
}

/**
 * The check of a table's last game. Null where that is another game than the one asked for, or is not over: then
 * the commitment that is remembered says nothing about it.
 */
export async function checkLastGame(table: string, game: number, lastGame: number): Promise<OwnVerdict | null> {
  if (game !== lastGame) return null
  const { verdict, own } = checkAgainst(await record(table), recall(table, game))
  return verdict === null ? null : { verdict, own }
}
