import { beforeAll, expect, test, vi } from 'vitest'
import { daysLater, hoursAndMinutes, isFarFrom, isoDay } from '../src/daily/day'
import { gridOf, puzzleText, soloText } from '../src/daily/share'
import type { KeptGame } from '../src/history/game'
import { EMPTY } from '../src/sheet'
import { t, language } from '../src/i18n.svelte'
import type { Sheet } from '../src/protocol'

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: { lang: '' }, querySelector: () => null })
  await language.use('en')
})

test('days go on over months, years and leap days', () => {
  expect(daysLater('2026-12-31', 1)).toBe('2027-01-01')
  expect(daysLater('2028-02-28', 1)).toBe('2028-02-29')
  expect(daysLater('2026-03-01', -1)).toBe('2026-02-28')
  expect(isoDay(Date.parse('2026-11-16T23:59:59Z'))).toBe('2026-11-16')
})

test('what is left of a day is a minute at least', () => {
  expect(hoursAndMinutes(1)).toEqual({ hours: 0, minutes: 1 })
  expect(hoursAndMinutes(43_200)).toEqual({ hours: 12, minutes: 0 })
  expect(hoursAndMinutes(86_399)).toEqual({ hours: 24, minutes: 0 })
})

test('a clock may differ a little from that of the server, also over midnight', () => {
  const deal = { today: '2026-11-16', seconds_left: 60 }
  expect(isFarFrom(Date.parse('2026-11-16T23:59:00Z'), deal)).toBe(false)
  expect(isFarFrom(Date.parse('2026-11-17T00:03:00Z'), deal)).toBe(false)
  expect(isFarFrom(Date.parse('2026-11-16T20:00:00Z'), deal)).toBe(true)
  expect(isFarFrom(Date.parse('2031-01-01T00:00:00Z'), deal)).toBe(true)
})

const sheet: Sheet = {
  rows: [[2, 3, 5], [], [12, 11, 10, 9, 8, 2], [4]],
  locks: ['green'],
  penalties: 2,
  points: [6, 0, 28, 1],
  total: 25,
}

test('a sheet is told by crosses, not by numbers', () => {
  expect(gridOf(sheet)).toEqual(['♥ ✕✕✕ 6', '★ · 0', '♣ ✕✕✕✕✕✕▣ 28', '♦ ✕ 1', '▼▼ −10'])
  expect(gridOf(EMPTY)).toEqual(['♥ · 0', '★ · 0', '♣ · 0', '♦ · 0'])
})

test('a result is shared with the day, the points and a link', () => {
  const game = { sheet } as KeptGame
  const points = t('label.score', { points: 25 })
  const text = soloText(game, '2026-11-16', 94, 'https://x/daily/2026-11-16')
  expect(text.split('\n').slice(0, 2)).toEqual([
    t('daily.text.solo', { date: '2026-11-16' }),
    `${points} (${t('daily.text.par', { par: 94 })})`,
  ])
  expect(text.endsWith('\nhttps://x/daily/2026-11-16')).toBe(true)
  expect(soloText(game, '2026-11-16', null, '')).toContain(`\n${points}\n`)
  expect(soloText(game, '2026-11-16', 94, null), 'which only this computer could open').toBe(
    text.replace('\nhttps://x/daily/2026-11-16', ''),
  )
})

test('the answer to a puzzle is shared without the answer', () => {
  const answer = { daily: '2026-11-16', at: 0, game: 'dice' as const, right: false, loss: 2 }
  expect(puzzleText(answer, '2026-11-16', 'link')).toBe(
    [t('daily.text.puzzle', { date: '2026-11-16', game: t('game.dice') }), `✕ ${t('daily.wrong')}`, 'link'].join('\n'),
  )
})
