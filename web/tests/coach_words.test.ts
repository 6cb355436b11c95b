import { beforeAll, expect, test, vi } from 'vitest'
import { t, language } from '../src/i18n.svelte'
import { plain } from '../src/play/text'
import { COLOURS, type Colour } from '../src/rules'
import type { Advice, Choice, Option, Review, View } from '../src/protocol'
import {
  costs,
  faults,
  figure,
  firstRows,
  hintWords,
  partsOf,
  type OptionRow,
  rowsOf,
  signed,
} from '../src/coach/words'

const choices: Choice[] = [
  { text: 'pass', kind: 'pass', colour: null, numbers: [], places: [], cards: [] },
  { text: 'r7', kind: 'cross', colour: 'red', numbers: [7], places: [], cards: [] },
]
const view = { choices, public: { display: [] } } as unknown as View
const option = (choice: string, win: number | null, total: number): Option =>
  ({ choice, win, total, loss: 0 }) as unknown as Option

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: { lang: '' }, querySelector: () => null })
  await language.use('en')
})

test('chances are percent, differences are points of win chance', () => {
  expect([figure(0.304, 'win'), signed(-0.031, 'win'), signed(2, 'points')]).toEqual(['30.4%', '−3.1', '+2.0'])
  expect(costs(0.031, 'win')).toBe(t('coach.loses', { loss: '3.1' }))
  expect(costs(1.5, 'points')).toBe(t('coach.loses.points', { loss: '1.5' }))
})

test('a hint is a chip and a chance to win', () => {
  const options = [option('r7', 0.304, 80), option('pass', 0.163, 70)]
  const hint = hintWords({ options, unit: 'win' } as unknown as Advice, view)
  expect(hint.chip).toEqual({ colour: 'red', text: '7', name: 'red 7' })
  expect(plain(hint.head)).toBe(t('coach.hint', { what: '\u0003', value: '30%' }))
  expect(hint.sub).toBe(t('coach.hint.next', { choices: `${t('play.pass')}: 16%` }))
})

test('a hint to pass has words, and without a best choice there is none', () => {
  const hint = hintWords({ options: [option('pass', null, 80.4)], unit: 'points' } as unknown as Advice, view)
  expect([hint.head, hint.sub, hint.chip]).toEqual([
    t('coach.hint.points', { what: t('play.pass'), value: 80 }),
    '',
    undefined,
  ])
  expect(hintWords({ options: [], unit: 'win' } as unknown as Advice, view).head).toBe('')
})

test('options with the same name and worth are one', () => {
  const rows = rowsOf([option('r7', 0.3, 1), option('r7', 0.3, 1), option('pass', 0.2, 1)], view, 'win', 1)
  expect(rows.map(({ name, made }) => [name, made])).toEqual([
    ['Red 7', true],
    ['Pass', false],
  ])
})

test('every way to play a joker has its own name, but discarding it is the same in each colour', () => {
  const play = (colour: Colour, cards: string[], numbers: number[]): Choice => ({
    text: `${colour} ${cards.join()} ${numbers.join()}`,
    kind: 'play',
    colour,
    numbers,
    places: [],
    cards,
  })
  const joker = COLOURS.flatMap((colour) => [play(colour, ['J8'], []), play(colour, ['J8'], [8])])
  const both = [[], [8], [11], [8, 11]].map((numbers) => play('red', ['J8', 'R11'], numbers))
  const ways = [...joker, ...both, play('red', ['R11'], []), play('red', ['R11'], [11])]
  const options = ways.map(({ text }) => option(text, 0.3, 1))
  const names = rowsOf(options, { choices: ways, public: {} } as unknown as View, 'win').map(({ name }) => name)
  expect(names).toHaveLength(ways.length - (COLOURS.length - 1))
  expect(new Set(names).size).toBe(names.length)
})

test('the first rows hold what was chosen', () => {
  const rows = Array.from({ length: 9 }, (_, place) => ({ place, made: place === 8 }) as OptionRow)
  expect(firstRows(rows).map(({ place }) => place)).toEqual([0, 1, 2, 3, 4, 5, 8])
  expect(firstRows(rows.slice(0, 7))).toHaveLength(7)
})

test('faults are counted, or there are none', () => {
  const words = (blunder: number, mistake: number): Review['seats'][number]['words'] =>
    ({ best: 3, fine: 2, inaccuracy: 0, mistake, blunder }) as Review['seats'][number]['words']
  expect(faults(words(1, 2))).toBe(
    `${t('coach.count.blunder', { count: 1 })} and ${t('coach.count.mistake', { count: 2 })}`,
  )
  expect(faults(words(0, 0))).toBe(t('coach.count.none'))
})

test('what is shown adds up', () => {
  const of = { start: 0.50049, luck: 0.10049, skill: -0.20049, others: 0.1, estimate: 0.49951, result: 1 }
  const parts = partsOf({ unit: 'win', seats: [of] } as unknown as Review, 0)
  expect(parts.reduce((sum, { value }) => sum + Math.round(value * 1000), 0)).toBe(1000)
})
