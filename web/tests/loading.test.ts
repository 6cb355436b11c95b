/** How messages come: by language and part, in any order, and sometimes not at all. */
import { beforeEach, expect, test, vi } from 'vitest'
import type { Language } from '../src/languages'

interface Request {
  arrive: (messages?: Record<string, string>) => void
  fail: () => void
}
let requests: Map<string, Request>
let i18n: typeof import('../src/i18n.svelte')
let lazy: (typeof import('../src/lazy'))['lazy']
let saved: string[]

vi.mock('virtual:messages', () => ({
  START: 'start',
  LANGUAGES: { en: { locale: 'en' }, de: { locale: 'de' }, es: { locale: 'es' } },
  fetchPart: (language: Language, part: string) =>
    new Promise((resolve, reject) => {
      const name = `${language} ${part}`
      const arrive = (more = {}): void => resolve({ [part === 'start' ? 'app' : 'rules']: name, ...more })
      requests.set(name, { arrive, fail: () => reject(new Error('no answer')) })
    }),
}))

async function request(name: string): Promise<Request> {
  const found = await vi.waitUntil(() => requests.get(name))
  requests.delete(name)
  return found
}

const arrive = async (name: string): Promise<void> => (await request(name)).arrive()

async function show(language: Language): Promise<void> {
  const shown = i18n.language.use(language)
  await arrive(`${language} start`)
  await shown
}

beforeEach(async () => {
  requests = new Map()
  saved = []
  vi.stubGlobal('document', { documentElement: { lang: '' }, querySelector: () => null })
  vi.stubGlobal('localStorage', { setItem: (_: string, value: string) => void saved.push(value) })
  vi.resetModules()
  i18n = await import('../src/i18n.svelte')
  lazy = (await import('../src/lazy')).lazy
})

test('the language chosen last wins, whichever arrives first', async () => {
  const choices = [i18n.language.set('de'), i18n.language.set('es')]
  await arrive('es start')
  await arrive('de start')
  await Promise.all(choices)
  expect([i18n.language.now, i18n.t('app'), saved]).toEqual(['es', 'es start', ['es']])
})

test('a language that does not come changes nothing', async () => {
  await show('de')
  const choice = i18n.language.set('es')
  ;(await request('es start')).fail()
  await expect(choice).rejects.toThrow()
  expect([i18n.language.now, i18n.t('app'), saved]).toEqual(['de', 'de start', []])
})

test('code comes with its messages, and both only once', async () => {
  await show('de')
  const code = vi.fn(() => Promise.resolve('code'))
  const fetchScreen = lazy(code, 'screen')
  const coming = [fetchScreen(), fetchScreen()]
  await arrive('de screen')
  expect(await Promise.all([...coming, fetchScreen()])).toEqual(['code', 'code', 'code'])
  expect([i18n.t('rules'), code.mock.calls.length, requests.size]).toEqual(['de screen', 1, 0])
})

test('messages that did not come are fetched again', async () => {
  await show('de')
  const fetchScreen = lazy(() => Promise.resolve('code'), 'screen')
  const coming = fetchScreen()
  ;(await request('de screen')).fail()
  await expect(coming).rejects.toThrow()
  const again = fetchScreen()
  await arrive('de screen')
  await again
  expect(i18n.t('rules')).toBe('de screen')
})

test('a change of language carries all parts along, those that are still coming, too', async () => {
  await show('de')
  const here = lazy(() => Promise.resolve(), 'screen')()
  await arrive('de screen')
  await here
  const change = i18n.language.use('es')
  const meanwhile = lazy(() => Promise.resolve(), 'other')()
  await arrive('es start')
  await arrive('es screen')
  await arrive('de other')
  await meanwhile
  for (const part of ['start', 'screen', 'other']) await arrive(`es ${part}`)
  await change
  expect([i18n.t('app'), i18n.t('rules')]).toEqual(['es start', 'es other'])
})
