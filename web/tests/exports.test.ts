/** One name, one meaning: modules export different names, so that each is found by searching for it. */
import { expect, test } from 'vitest'

const files = import.meta.glob<string>('../src/**/*.ts', { eager: true, import: 'default', query: '?raw' })
const EXPORT = /^export (?:async )?(?:function|const|class|interface|type) (\w+)/gm

test('no two modules export the same name', () => {
  const modules = new Map<string, string[]>()
  for (const [path, text] of Object.entries(files)) {
    for (const [, name = ''] of text.matchAll(EXPORT)) modules.set(name, [...(modules.get(name) ?? []), path])
  }
  expect(modules.size).toBeGreaterThan(500)
  expect([...modules].filter(([, paths]) => paths.length > 1)).toEqual([])
})
