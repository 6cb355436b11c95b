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
  found(text, /@media ([^{]*?)\s*\{/g).flatMap((list) => list.split(', ').map((condition) => ({ path, condition }))),
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

test('what lies on a table is as large as its place allows, whatever the window', () => {
  const parts =
    'Actions Card CardBack CardFace Cards Cell Dice Felt Hand Opponent Opponents Row Sheet SheetFoot SmallSheet'
  const paths = new Set(parts.split(' ').map((name) => `../src/play/${name}.svelte`))
  expect([...paths].filter((path) => !(path in sheets))).toEqual([])
  const asked = conditions.filter(({ path, condition }) => paths.has(path) && !READERS.includes(condition))
  expect(asked).toEqual([])
  const placed = [...paths].filter((path) => /grid-area: (?:others|tray|hand|do);/.test(sheets[path] ?? ''))
  expect(placed).toEqual([])
})

test('a name of a container that is asked for is given, and the other way round', () => {
  const all = Object.values(sheets)
  const given = new Set(
    all
      .flatMap((text) => found(text, /container(?:-name)?: ([a-z ]+?)(?: \/|;)/g))
      .join(' ')
      .split(' '),
  )
  const asked = new Set(all.flatMap((text) => found(text, /@container ([a-z]+) /g)).filter((name) => name !== 'not'))
  expect(asked.size).toBeGreaterThan(10)
  expect([...asked].filter((name) => !given.has(name))).toEqual([])
  expect([...given].filter((name) => !asked.has(name))).toEqual(['none'])
})

test('no component styles what is inside another', () => {
  expect(Object.keys(sheets).filter((path) => sheets[path]?.includes(':global'))).toEqual([])
})

test('a custom property that is set is read, and the other way round', () => {
  const all = Object.values(sheets)
  const set = new Set(all.flatMap((text) => found(text, /(?:^|[\s;{]|style:)(--[a-z][\w-]*)(?=:|=)/g)))
  const read = new Set(all.flatMap((text) => found(text, /var\((--[a-z][\w-]*)/g)))
  expect(set.size).toBeGreaterThan(100)
  expect([...set].filter((name) => !read.has(name))).toEqual([])
  expect([...read].filter((name) => !set.has(name))).toEqual([])
})

test('what is a colour in one place is no length in another', () => {
  const { '../src/colours.css': colours = '', ...others } = sheets
  const values = (text: string): [string, string][] =>
    [...text.matchAll(/(?<![\w-])(--[a-z][\w-]*):\s*([^;}]+)/g)].map(([, name = '', value = '']) => [name, value])
  // What a property falls back to says what it is.
  const isMeasure = ([, value]: [string, string]): boolean =>
    /^-?[\d.]|^(?:calc|min|max|clamp)\(/.test(value.replace(/^var\(--[\w-]+, /, ''))
  const isColour = new Set(values(colours).flatMap((each) => (isMeasure(each) ? [] : [each[0]])))
  expect(isColour.size).toBeGreaterThan(50)
  const measures = Object.values(others).flatMap(values).filter(isMeasure)
  expect(measures.flatMap(([name]) => (isColour.has(name) ? [name] : []))).toEqual([])
})
