/** Six characters, told apart by their outlines. */
import type { Character } from '../names'
import { arc, disc, eyes, ink, mouth, outlined, paper, skin, stroke, type Mood, type Shape } from './strokes'

function mane(): string {
  const points = Array.from({ length: 20 }, (_, place) => {
    const length = place % 2 === 0 ? 22.6 : 17.6
    const angle = (place * Math.PI) / 10 - Math.PI / 2
    return `${(24 + length * Math.cos(angle)).toFixed(1)} ${(24.6 + length * Math.sin(angle)).toFixed(1)}`
  })
  return `M${points.join('L')}z`
}

function moustache(mood: Mood): string {
  const top = { rest: 32, glad: 33, oops: 31.5, thinks: 32 }[mood]
  const ends = { rest: 38, glad: 33, oops: 42, thinks: 38 }[mood]
  const low = Math.max(ends, top + 5) + 1.5
  const left = `M24 ${top}C20 ${top - 2.5} 14 ${top} 10.5 ${ends}C16 ${low} 21 ${top + 6.5} 24 ${top + 4}`
  return `${left}C27 ${top + 6.5} 32 ${low} 37.5 ${ends}C34 ${top} 28 ${top - 2.5} 24 ${top}z`
}

const FACES: Readonly<Record<Character, (mood: Mood) => Shape[]>> = {
  // A tuft of hair and wide eyes.
  Nino: (mood) => [
    stroke('M24 11C23 6 26 3 31 3'),
    outlined(disc(24, 28, 17.3)),
    ...eyes(17, 31, 25, 3.6, mood),
    ...mouth(18, 30, 33, 7, mood),
  ],
  // Two buns, a fringe, and a wink.
  Mila: (mood) => [
    ink(disc(9, 11, 7.2)),
    ink(disc(39, 11, 7.2)),
    outlined(disc(24, 27, 17.3)),
    ink('M7 25C8 13 15 9.5 24 9.5S40 13 41 25C33 24 27 21 24 16 21 21 15 24 7 25z'),
    ...(mood === 'rest' ? [ink(disc(17, 29, 2.9)), stroke(arc(28, 35, 30, -5))] : eyes(17, 31, 29, 2.9, mood)),
    ...mouth(18, 30, 35, 6, mood),
  ],
  // A mane round a square face.
  Leo: (mood) => [
    ink(mane(), 1.5),
    skin('M19.5 12.5h9a8 8 0 0 1 8 8v9a8 8 0 0 1-8 8h-9a8 8 0 0 1-8-8v-9a8 8 0 0 1 8-8z'),
    ...eyes(18.2, 29.8, 22, 2.7, mood),
    ...mouth(18, 30, 30, 3, mood),
  ],
  // A straight bob and round glasses.
  Vera: (mood) => [
    ink('M5 42V22C5 10 12 3.5 24 3.5S43 10 43 22V42z', 2.5),
    skin('M13 24C13 19 17 17.5 24 17.5S35 19 35 24L37 30C37 38 31 43.5 24 43.5S11 38 11 30z'),
    outlined(disc(17, 27, 6.2), 2.8),
    outlined(disc(31, 27, 6.2), 2.8),
    ...eyes(17, 31, 27, 2.1, mood, { line: 2.4 }),
    ...mouth(19.5, 28.5, 37, 2.5, mood, { line: 2.8 }),
  ],
  // A diamond, drawn in reverse.
  Ada: (mood) => [
    ink('M24 2.5 44.5 24 24 45.5 3.5 24z', 4),
    ...(mood === 'rest' ? [stroke('M13.5 22.5h7M27.5 22.5h7', 'paper')] : eyes(17, 31, 22.5, 2.9, mood, paper)),
    ...mouth(19, 29, 31, 4, mood, paper),
  ],
  // A cap, a square head, and a moustache that does what a mouth would.
  Otto: (mood) => [
    outlined('M17.5 11h13a10 10 0 0 1 10 10v14a10 10 0 0 1-10 10h-13a10 10 0 0 1-10-10v-14a10 10 0 0 1 10-10z'),
    ink('M4 17.5C6 7 14 3 24 3s18 4 20 14.5z', 3),
    ...(mood === 'oops' ? [stroke('M14 27 20 24M34 27 28 24')] : eyes(17, 31, 25, 2.7, mood)),
    ink(moustache(mood), 1.5),
  ],
}

export function characterFace(character: Character, mood: Mood): readonly Shape[] {
  return FACES[character](mood)
}
