/** Stylesheets: kinds of windows have names, and no component reaches into those that it shows. */
import { expect, test } from 'vitest'

const files = import.meta.glob<string>(['../src/**/*.css', '../src/**/*.svelte'], {
  eager: true,
  import: 'default',
  query: '?raw',
})
const WINDOWS = '../src/windows.css'
// What a reader asks for, or has; that is no kind of window.
const READERS = ['(forced-colors: active)', '(prefers-reduced-motion: reduce)', '(hover: none)']

const found = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, part = '']) => part)
const { [WINDOWS]: windows = '', ...sheets } = files
const names = found(windows, /^@custom-media (--[\w-]+) /gm)
const conditions = Object.entries(sheets).flatMap(([path, text]) =>
  found(text, /@media ([^{]*?)\s*\{/g).map((condition) => ({ path, condition })),
)

test('every condition is the name of a window, or what a reader asks for', () => {
  const known = new Set([...READERS, ...names.map((name) => `(${name})`)])
  expect(conditions.length).toBeGreaterThan(20)
  expect(conditions.filter(({ condition }) => !known.has(condition))).toEqual([])
})

test('every kind of window is used', () => {
  const used = new Set(conditions.map(({ condition }) => condition))
  expect(names.filter((name) => !used.has(`(${name})`))).toEqual([])
})

test('no component styles what is inside another', () => {
  expect(Object.keys(sheets).filter((path) => sheets[path]?.includes(':global'))).toEqual([])
})
