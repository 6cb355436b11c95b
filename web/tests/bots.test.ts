import { expect, test, vi } from 'vitest'
import type { Opponent } from '../src/settings.svelte'

vi.stubGlobal('document', { documentElement: { dataset: {} } })
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))
const { afterTap } = await import('../src/screens/home/who')

/** Who is played against after taps on faces, from those that were chosen before. */
function tapped(chosen: Opponent[], ...taps: Opponent[]): Opponent[] {
  return taps.reduce((bots, bot, count) => afterTap(bots, bot, count === 0), chosen)
}

test('the first tap plays another bot, and further ones join', () => {
  expect(tapped(['novice'], 'strong')).toEqual(['strong'])
  expect(tapped(['novice'], 'strong', 'solid')).toEqual(['strong', 'solid'])
})

test('a first tap on a face that is chosen keeps it, so that others can join it', () => {
  expect(tapped(['novice'], 'novice', 'solid')).toEqual(['novice', 'solid'])
})

test('a second tap takes a bot out, but never the only one', () => {
  expect(tapped(['novice'], 'strong', 'solid', 'strong')).toEqual(['solid'])
  expect(tapped(['novice'], 'strong', 'strong')).toEqual(['strong'])
})

test('four bots fill a table', () => {
  const four = tapped([], 'novice', 'casual', 'solid', 'strong')
  expect(afterTap(four, 'master', false)).toEqual(four)
})
