/** The rules of a score pad against those in Python: every row, every sum, and whole pads. */
import { expect, test } from 'vitest'
import { isGone, offered, placesOf, sheetWith, whyNotAfter } from '../src/sheet'
import { after, blank, isOver, type PadState } from '../src/pad/state'
import { whyNot } from '../src/pad/whyNot'
import type { PadMark, PadUpdate } from '../src/protocol'
import { COLOURS, NUMBERS, type SharedGame } from '../src/rules'
import cases from './padCases.json'

const FACES = [1, 2, 3, 4, 5, 6]
const upTo = (most: number): number[] => Array.from({ length: most + 1 }, (_, i) => i)

async function digest(lines: readonly string[]): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(lines.join('\n')))
  return [...new Uint8Array(hash)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .slice(0, 12)
}

test.each(COLOURS)('every row of %s takes what it takes in Python', async (colour) => {
  const place = COLOURS.indexOf(colour)
  const found: number[][] = [[]]
  const lines: string[] = []
  for (const row of found) {
    found.push(...NUMBERS[colour].filter((n) => whyNotAfter(colour, row, n) === null).map((n) => [...row, n]))
    const codes = upTo(12).map((n) => whyNotAfter(colour, row, n + 1) ?? 'ok')
    const { points } = sheetWith(
      COLOURS.map((_, i) => (i === place ? row : [])),
      0,
    )
    lines.push(`${row.join(',')}: ${codes.join(' ')}; ${points[place]}`)
  }
  expect(found.length).toBe(1662)
  for (const row of found) {
    // The last number waits for its crosses; it is not gone.
    const open = NUMBERS[colour].filter((n) => ['needs_five', null].includes(whyNotAfter(colour, row, n)))
    expect(NUMBERS[colour].filter((n) => !isGone(colour, row, n))).toEqual(open)
  }
  expect(await digest(lines)).toBe(cases.rows[colour])
})

const BOTH = [false, true]

test('places are shared as in Python', async () => {
  const some = [-5, 0, 7]
  const two = some.flatMap((a) => some.map((b) => [a, b]))
  const four = two.flatMap((a) => two.map((b) => [...a, ...b]))
  const five = four.flatMap((a) => some.map((b) => [...a, b]))
  expect(await digest(five.map((totals) => placesOf(totals).join(',')))).toBe(cases.places)
})

test('a roll offers what it offers in Python', async () => {
  const lines = FACES.flatMap((first) =>
    FACES.flatMap((second) =>
      [null, ...FACES].flatMap((die) =>
        [true, false].map((rolled) => {
          const dice = { white: [first, second] as const, coloured: COLOURS.map(() => die) }
          const sums = COLOURS.map((colour) => [...new Set(offered(dice, colour, rolled))].sort((a, b) => a - b))
          return sums.map((numbers) => numbers.join(',')).join(' ')
        }),
      ),
    ),
  )
  expect(await digest(lines)).toBe(cases.rings)
})

const mark = (of: Partial<PadMark>): PadMark => ({
  n: 1,
  kind: 'cross',
  seen: 0,
  colour: null,
  number: null,
  undone: null,
  late: false,
  ...of,
})

function answers(pad: PadState, begun: number): string[] {
  const lines = [`${pad.games} ${pad.end?.reason ?? '-'} ${isOver(pad)}`, pad.closedAt.map((at) => at ?? '-').join(' ')]
  pad.sheets.forEach((sheet, seat) => {
    const n = (pad.logs[seat]?.length ?? 0) + 1
    lines.push(`${sheet.rows.map((row) => row.join(',')).join(' ')} ${sheet.penalties} ${sheet.total}`)
    for (const seen of [begun, pad.seq]) {
      const marks = [
        mark({ n, kind: 'penalty', seen }),
        mark({ n, kind: 'end', seen }),
        ...upTo(n).map((undone) => mark({ n, kind: 'undo', seen, undone })),
        ...COLOURS.flatMap((colour) =>
          NUMBERS[colour].flatMap((number) => BOTH.map((late) => mark({ n, seen, colour, number, late }))),
        ),
        ...COLOURS.map((colour) => mark({ n, kind: 'close', seen, colour })),
      ]
      lines.push(marks.map((each) => whyNot(pad, seat, each)?.code ?? 'ok').join(' '))
    }
  })
  return lines
}

test.each(cases.pads.map((each, index) => ({ ...each, index })))(
  'pad $index, of $game, is as in Python',
  async (played) => {
    const start = blank(played.game as SharedGame, ['A', 'B', 'C'])
    let pad = start
    let begun = 0
    const found: string[] = []
    for (const { fresh, games, happened } of played.told as unknown as (PadUpdate & { games: number })[]) {
      for (const each of happened) if (each.what.type === 'renewed') begun = each.seq - 1
      if (fresh) begun = happened.at(-1)?.seq ?? 0
      pad = { ...happened.reduce(after, fresh ? start : pad), games }
      found.push(await digest(answers(pad, begun)))
    }
    expect(found).toEqual(played.answers)
  },
)
