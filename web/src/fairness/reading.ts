/**
 * What the text of a record says of chance. It does not check whether the
 * game follows the rules, and skips everything except rolls and shuffles.
 */

export interface ChanceRecord {
  /** The tags at the head, each with its first value. */
  tags: Readonly<Record<string, string>>
  players: number
  /** Everything that chance decided, in order and in the notation, as in `first 2` or `4+1 r3 b6`. */
  outcomes: readonly string[]
}

const TAG = /^\[(\w+) +(.*)\]$/
const STRING = /"(?:[^"\\]|\\.)*"/g
const REMARKS = /\{[^{}]*\}/g
const ROLL = /^[1-6]\+[1-6](?: [rygb][1-6])*$/

const strings = (text: string): string[] => (text.match(STRING) ?? []).map((each) => JSON.parse(each) as string)

const words = (text: string): string => text.replace(REMARKS, ' ').trim().split(/\s+/).join(' ')

/** The rolls and shuffles in a record's text; null if it is not a record. */
export function readChance(text: string): ChanceRecord | null {
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  try {
    const heads = lines.flatMap((line) => {
      const [, name, values] = TAG.exec(line) ?? []
      return name === undefined || values === undefined ? [] : [[name, strings(values)] as const]
    })
    const names = heads.find(([name]) => name === 'Seats')?.[1] ?? []
    if (names.length === 0) return null
    const tags = Object.fromEntries(heads.map(([name, values]) => [name, values[0] ?? '']))
    return { tags, players: names.length, outcomes: outcomesIn(lines, names) }
  } catch {
    return null // not a valid quoted text
  }
}

function outcomesIn(lines: readonly string[], names: readonly string[]): string[] {
  const outcomes: string[] = []
  let dealt: string[] = []
  for (const line of lines) {
    if (line.startsWith('first six:')) {
      outcomes.push(words(`first six ${line.slice('first six:'.length)}`))
    } else if (line.startsWith('first:')) {
      outcomes.push(`first ${seatOf(line.slice('first:'.length), names)}`)
    } else if (line.startsWith('hand ') || line.startsWith('display:')) {
      dealt.push(words(line.slice(line.lastIndexOf(':') + 1)))
    } else if (line.startsWith('deck:')) {
      outcomes.push(words(['shuffle', ...dealt, line.slice('deck:'.length)].join(' ')))
      dealt = []
    } else {
      outcomes.push(...turnOutcomes(line, names))
    }
  }
  return outcomes
}

/** The seat of a name, counted from 1; 0 for an unknown name. A name may look like a comment. */
function seatOf(text: string, names: readonly string[]): number {
  return names.indexOf(text.trim()) + 1 || names.indexOf(words(text)) + 1
}

function turnOutcomes(line: string, names: readonly string[]): string[] {
  const number = /^\d+ /.exec(line)?.[0]
  if (number === undefined) return []
  // Longest first, so that a name that begins like another is read whole.
  const byLength = [...names].sort((name, other) => other.length - name.length)
  const name = byLength.find((each) => line.startsWith(`${number}${each}:`))
  if (name === undefined) return []
  const actions = words(line.slice(number.length + name.length + 1)).split(/ ?\/ ?/)
  return actions.filter((action) => ROLL.test(action) || action.startsWith('shuffle '))
}
