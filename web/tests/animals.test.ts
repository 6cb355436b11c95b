import { expect, test } from 'vitest'
import { animalFace } from '../src/parts/animals'
import { FACES } from '../src/rules'

const MOODS = ['rest', 'glad', 'oops', 'thinks'] as const

test.each(FACES)('%s shows each mood with another face', (animal) => {
  const faces = MOODS.map((mood) => JSON.stringify(animalFace(animal, mood)))
  expect(new Set(faces).size).toBe(MOODS.length)
})
