import { beforeAll, expect, test, vi } from 'vitest'
import { cardName, cellName, cellsName } from '../src/cells'
import { capital, language, list, number, percent, t } from '../src/i18n.svelte'
import { reasonText } from '../src/refusals'

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: { lang: '' }, querySelector: () => null })
  await language.use('en')
})

test('values stand in their places', () => {
  expect(t('pace.passes', { name: 'Ann' })).toBe('Ann passes')
})

test('the checker of types knows what a message takes', () => {
  // @ts-expect-error: it takes nothing.
  t('app', { name: 'Ann' })
  // @ts-expect-error: it takes no count.
  t('pace.passes', { name: 'Ann', count: 1 })
  // @ts-expect-error: it lacks its name.
  expect(t('pace.passes', {})).toBe('{name} passes')
  // @ts-expect-error: it lacks all.
  expect(t('pace.passes')).toBe('{name} passes')
})

test('a key without words shows itself, so that nothing is blank', () => {
  expect(t('no.such.key' as 'app')).toBe('no.such.key')
})

const numbers = { chosen: 'X', better: 'Y', skipped: 0, better_skipped: 1 }

test.each([
  ['en', 'X gives up nothing; Y gives up 1 number.'],
  ['es', 'X no sacrifica nada; Y sacrifica 1 número.'],
  ['pt', 'X não abdica de nada; Y abdica de 1 número.'],
  ['pt-BR', 'X não perde nada; Y perde 1 número.'],
  ['de', 'X gibt nichts auf; Y gibt 1 Zahl auf.'],
] as const)('sentences with counts are right in %s', async (wanted, sentence) => {
  await language.use(wanted)
  expect(t('coach.why.gave_up_numbers', numbers)).toBe(sentence)
  expect(t('coach.why.gave_up_numbers', { ...numbers, better_skipped: 3 })).toMatch(/3 (numbers|números|Zahlen)/)
  await language.use('en')
})

test.each([
  ['en', 'you have none', 'you have 1', 'you have 3'],
  ['es', 'no tienes ninguna', 'tienes 1', 'tienes 3'],
  ['pt', 'não tens nenhuma', 'tens 1', 'tens 3'],
  ['pt-BR', 'ainda não tem nenhuma', 'tem 1', 'tem 3'],
  ['de', 'bisher hast du keins', 'bisher hast du 1', 'bisher hast du 3'],
] as const)('refusals with counts are right in %s', async (wanted, none, one, many) => {
  await language.use(wanted)
  const told = [0, 1, 3].map((crosses) => t('reason.needs_five', { colour: 'X', number: 12, crosses }).split('; ')[1])
  expect(told).toEqual([`${none}.`, `${one}.`, `${many}.`])
  await language.use('en')
})

test('numbers and lists are those of the language', async () => {
  expect([number(-5), percent(0.304), list(['a', 'b', 'c'])]).toEqual(['−5', '30%', 'a, b and c'])
  await language.use('de')
  expect(language.now).toBe('de')
  expect([number(3.14, { maximumFractionDigits: 1 }), percent(0.304), list(['3', '8'], 'disjunction')]).toEqual([
    '3,1',
    '30\u00a0%',
    '3 oder 8',
  ])
  await language.use('en')
})

test('zero has no sign', () => {
  expect([number(-0), number(-0.3, { maximumFractionDigits: 0 }), percent(-0.001)]).toEqual(['0', '0', '0%'])
})

test.each([
  ['pt', ['0 pontos', '1 ponto', '2 pontos']],
  ['pt-BR', ['0 ponto', '1 ponto', '2 pontos']],
] as const)('zero is singular or plural as in %s', async (wanted, sentences) => {
  await language.use(wanted)
  expect([0, 1, 2].map((count) => t('label.score', { points: count }))).toEqual(sentences)
  await language.use('en')
})

test('a refusal is told from its particulars', () => {
  const details = { colour: 'red', number: 7, possible: [3, 8] }
  const reason = { rule: 'D6', code: 'not_a_sum', details, text: 'English' }
  expect(reasonText(reason)).toBe('With the red die you can make 3 or 8, not 7.')
  expect(reasonText({ ...reason, code: 'from_the_future' })).toBe('English')
})

test('cards have names', () => {
  expect([cardName('R4'), cardName('J4'), capital('äh')]).toEqual(['red 4', 'joker 4', 'Äh'])
})

test('the language says whether the colour or the number comes first', async () => {
  expect([cellName('red', 7), cellsName('blue', [4, 3])]).toEqual(['red 7', 'blue 4 and 3'])
  await language.use('es')
  expect([cellName('red', 7), cellsName('blue', [4, 3])]).toEqual(['el 7 rojo', '4 y 3 en azul'])
  await language.use('en')
})
