import { beforeAll, expect, test, vi } from 'vitest'
import { botChoicesFor } from '../src/play/botChoices'
import { newsLines, ofThisGame } from '../src/play/text'
import type { Happening, HappeningWithSeq } from '../src/protocol'
import { t, language } from '../src/i18n.svelte'

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: { lang: '' }, querySelector: () => null })
  await language.use('en')
})

const numbered = (...all: Happening[]): HappeningWithSeq[] => all.map((what, index) => ({ seq: index + 1, what }))
const rolled = (seat: number): Happening => ({
  type: 'rolled',
  seat,
  dice: { white: [1, 2], coloured: [1, 1, 1, 1] },
})
const red = (seat: number, number: number): Happening => ({ type: 'crossed', seat, colour: 'red', numbers: [number] })
const ended: Happening = { type: 'ended', outcome: { reason: 'two_rows', totals: [0, 0], places: [1, 1] } }
const covered: Happening = { type: 'covered', seat: 1 }
const back = (choices: number): Happening => ({ type: 'returned', seat: 1, choices })

test('the choices of a bot are those between its coming and the return', () => {
  const found = botChoicesFor(
    numbered(red(1, 2), covered, rolled(0), red(1, 3), red(0, 4), rolled(1), { type: 'passed', seat: 1 }, back(2)),
    1,
  )
  expect(found).toEqual({ seq: 8, count: 2, turns: [[red(1, 3)], [rolled(1), { type: 'passed', seat: 1 }]] })
})

test('a bot is not mentioned that made no choice, or played for another seat, or in the last game', () => {
  expect(botChoicesFor(numbered(covered, back(0)), 1)).toBeNull()
  expect(botChoicesFor(numbered(covered, red(1, 3), back(1)), 0)).toBeNull()
  expect(botChoicesFor(numbered(covered, red(1, 3), back(1), ended, rolled(0)), 1)).toBeNull()
})

test('a choice that is hidden yet is counted, and not shown', () => {
  expect(botChoicesFor(numbered(rolled(0), covered, back(1)), 1)).toEqual({ seq: 3, count: 1, turns: [] })
})

test('what happened in the last game is no news in the next', () => {
  expect(ofThisGame(numbered(red(1, 3), ended, covered, rolled(0))).map(({ seq }) => seq)).toEqual([3, 4])
})

test('a choice lost to the time limit is told as such, once', () => {
  const late = (seat: number, passed: boolean): Happening => ({ type: 'timed_out', seat, passed })
  const ben = t('play.news.crossed', { name: 'Ben', crosses: 'red 5' })
  const lines = newsLines([rolled(0), late(0, true), { type: 'passed', seat: 0 }, red(1, 5)], 0, ['Ann', 'Ben'])
  expect(lines).toEqual([ben, t('play.news.late.you')])
  expect(newsLines([late(1, false), red(1, 5)], 0, ['Ann', 'Ben'])).toEqual([
    ben,
    t('play.news.late_bot', { name: 'Ben' }),
  ])
})
