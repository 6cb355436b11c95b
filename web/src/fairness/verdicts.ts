/** Games of this device, held against what it remembers of them. */
import { fetchRecord } from '../replay/requests'
import { memories, recall, type Memory } from './memory'
import { readChance } from './reading'
import { checkText, type Verdict } from './verify'
import { t } from '../i18n.svelte'

/** A verdict (null if the text is not a record), and whether this device added a number. */
export interface OwnVerdict {
  verdict: Verdict | null
  own: boolean
}

/** The check of a text by what is remembered of that game. */
export function checkAgainst(text: string, memory: Memory | undefined): OwnVerdict {
  const { hash, seat, value } = memory ?? {}
  const own = seat !== undefined && value !== undefined
  const contributions = own ? { [seat + 1]: value } : {}
  return { verdict: checkText(text, { commitment: hash, contributions }), own }
}

/** The check of an imported text; a game of this device is recognised by its commitment. */
export function checkBrought(text: string): OwnVerdict {
  const hash = readChance(text)?.tags.Commitment?.toLowerCase()
  return checkAgainst(
    text,
    memories().find((memory) => memory.hash === hash),
  )
}

/** The check of a table's game that is over; a Refusal where the table has no such game, or has it no longer. */
export async function checkGame(table: string, game: number): Promise<OwnVerdict> {
  return checkAgainst(await fetchRecord(table, game), recall(table, game))
}

/** A verdict in a sentence; null stands for a text that is not a record. */
export function verdictSentence(verdict: Verdict | null): string {
  if (verdict === null) return t('fairness.check.none')
  if (verdict.kind === 'silent') return t('fairness.silent')
  if (verdict.kind === 'cut') return t('fairness.cut')
  if (verdict.kind === 'unreadable') return t('fairness.unreadable', { tag: verdict.tag })
  if (!verdict.fair) return t('fairness.unfair')
  return t(verdict.contributors.length > 0 ? 'fairness.fair' : 'fairness.alone')
}
