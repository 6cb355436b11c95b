// What happened, parted into the moves that people see one after the other.
import type { Happening, HappeningWithSeq, PublicView } from '../../protocol'

export interface Step {
  kind: 'begin' | 'roll' | 'reveal' | 'own' | 'draw' | 'play'
  /** Whose move it is; in the common action it is everyone's. */
  seat: number
  news: readonly Happening[]
  /** The number of the last of it. */
  seq: number
}

const BEGINNINGS = { began: 'begin', rolled: 'roll', drew: 'draw', played: 'play' } as const
type Beginning = keyof typeof BEGINNINGS

const begins = (what: Happening): what is Extract<Happening, { type: Beginning }> => what.type in BEGINNINGS
const isMade = (what: Happening): what is Extract<Happening, { type: 'crossed' | 'passed' }> =>
  what.type === 'crossed' || what.type === 'passed'

/** The moves of news that follow a view; what belongs to no move is left out. */
export function stepsOf(news: readonly HappeningWithSeq[], before: Pick<PublicView, 'phase' | 'sheets'>): Step[] {
  const steps: { -readonly [Key in keyof Step]: Step[Key] }[] = []
  // The seats that may still cross or pass in the common action: each does once.
  let common = new Set(before.phase === 'common' ? before.sheets.keys() : [])
  for (const { seq, what } of news) {
    const last = steps.at(-1)
    if (begins(what)) {
      steps.push({ kind: BEGINNINGS[what.type], seat: what.seat, news: [what], seq })
      if (what.type === 'rolled' || what.type === 'drew') common = new Set(before.sheets.keys())
    } else if (isMade(what)) {
      const kind = common.delete(what.seat) ? 'reveal' : last?.kind === 'play' ? 'play' : 'own'
      if (last?.kind === kind) Object.assign(last, { news: [...last.news, what], seq })
      else steps.push({ kind, seat: what.seat, news: [what], seq })
    } else if (last !== undefined) Object.assign(last, { news: [...last.news, what], seq })
  }
  return steps
}

/** Where the newest of several turns begins: earlier ones are not shown. Null if it is the only one. */
export function newestTurn(steps: readonly Step[]): number | null {
  const turns = steps.flatMap(({ kind }, place) => (kind === 'roll' || kind === 'draw' ? [place] : []))
  return turns.length > 1 ? (turns.at(-1) ?? null) : null
}
