import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { commandOf } from '../src/play/keys'

/** A key pressed where the closest of these is found. */
function press(key: string, within: readonly string[] = [], more: Partial<KeyboardEvent> = {}): KeyboardEvent {
  const target = { closest: (selector: string) => (within.some((name) => selector.includes(name)) ? {} : null) }
  return { key, target, defaultPrevented: false, repeat: false, ...more } as unknown as KeyboardEvent
}

let dialog: object | null = null
beforeEach(() => vi.stubGlobal('document', { querySelector: () => dialog }))
afterEach(() => {
  dialog = null
  vi.unstubAllGlobals()
})

test.each([
  ['1', 1],
  ['4', 4],
  ['5', 5],
  ['p', 'pass'],
  ['P', 'pass'],
  ['H', 'hint'],
  ['Enter', 'confirm'],
  [' ', 'skip'],
  ['6', null],
  ['0', null],
  ['x', null],
  ['Tab', null],
])('%j means %j', (key, command) => {
  expect(commandOf(press(key))).toBe(command)
})

test('nothing is meant by what is written, or in a dialog', () => {
  expect(commandOf(press('p', ['input']))).toBeNull()
  expect(commandOf(press('1', ['textarea']))).toBeNull()
  dialog = {}
  expect(commandOf(press('p'))).toBeNull()
})

test('a button keeps Enter and Space for itself, but not letters', () => {
  expect(commandOf(press('Enter', ['button']))).toBeNull()
  expect(commandOf(press(' ', ['summary']))).toBeNull()
  expect(commandOf(press('p', ['button']))).toBe('pass')
})

test('what browsers and systems use, and a key that is held down, means nothing here', () => {
  expect(commandOf(press('p', [], { ctrlKey: true }))).toBeNull()
  expect(commandOf(press('1', [], { altKey: true }))).toBeNull()
  expect(commandOf(press('h', [], { metaKey: true }))).toBeNull()
  expect(commandOf(press('p', [], { repeat: true }))).toBeNull()
})
