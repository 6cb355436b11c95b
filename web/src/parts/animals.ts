/** Twelve faces for people to choose from: animals, so that people and bots differ at a glance. */
import type { Face } from '../rules'
import { arc, disc, eyes, ink, mouth, outlined, paper, skin, stroke, type Look, type Mood, type Shape } from './strokes'

// The line of a body that is ink, and that of fine features.
const BODY = 2.6
const FINE = 2.6
const fine: Look = { line: FINE }

const oval = (x: number, y: number, rx: number, ry: number): string =>
  `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`

function curls(): string {
  return Array.from({ length: 11 }, (_, place) => {
    const angle = (place * 2 * Math.PI) / 11 - Math.PI / 2
    return disc(round(24 + 15.6 * Math.cos(angle)), round(23.5 + 15 * Math.sin(angle)), 6.6)
  }).join('')
}

const round = (value: number): number => Math.round(value * 10) / 10

const FACES: Readonly<Record<Face, (mood: Mood) => Shape[]>> = {
  cat: (mood) => [
    outlined('M7 28V7.5L17 14.5C21 13 27 13 31 14.5L41 7.5V28C41 38 34 44.3 24 44.3S7 38 7 28z'),
    ...eyes(16.5, 31.5, 26, 2.9, mood),
    ...mouth(19, 29, 34.5, 5, mood),
    ...(mood === 'glad' ? [] : [stroke('M1.5 31.5 8.5 32.5M46.5 31.5 39.5 32.5', 'ink', FINE)]),
  ],
  rabbit: (mood) => [
    outlined('M13 24C9 14 9 3.5 14 3 19 3 20 12 20.5 19M35 24C39 14 39 3.5 34 3 29 3 28 12 27.5 19'),
    outlined(oval(24, 31, 15.5, 14.3)),
    ...eyes(18, 30, 29, 2.8, mood),
    ...mouth(19.5, 28.5, 36, 4.5, mood),
  ],
  bear: (mood) => [
    ink(disc(9.5, 12, 7.5) + disc(38.5, 12, 7.5) + disc(24, 26.5, 18.5), BODY),
    skin(oval(24, 33.5, 9.5, 7.8)),
    ...eyes(16, 32, 21.5, 2.8, mood, paper),
    ...mouth(20, 28, mood === 'glad' ? 32.5 : 34, 3, mood, fine),
    ...(mood === 'glad' ? [] : [ink(oval(24, 30.3, 3, 2))]),
  ],
  owl: (mood) => [
    ink(
      'M5.5 4.5C11 9.5 16 9.5 24 9.5S37 9.5 42.5 4.5C44.5 14 43 20 43 26 43 38 35 45 24 45S5 38 5 26C5 20 3.5 14 5.5 4.5z',
      BODY,
    ),
    skin(disc(15.5, 23.5, 8.3) + disc(32.5, 23.5, 8.3)),
    ...eyes(15.5, 32.5, 23.5, 3.6, mood),
    skin(mood === 'oops' ? 'M20.5 39.5h7L24 33z' : 'M20.5 33h7L24 39.5z'),
  ],
  fox: (mood) => [
    ink('M4 5 17 14C21 12.8 27 12.8 31 14L44 5C46.5 17 43.5 27 37.5 33.5L24 45 10.5 33.5C4.5 27 1.5 17 4 5z', BODY),
    skin('M24 42.5 13.5 32.5C10 29 7.5 26 7.5 26 14 25 20 27.5 24 33.5 28 27.5 34 25 40.5 26 40.5 26 38 29 34.5 32.5z'),
    ...eyes(16, 32, 21, 2.7, mood, paper),
    mood === 'oops' ? ink(disc(24, 41, 3.8)) : stroke('M20.5 39.5 24 42.5 27.5 39.5', 'ink', 5),
  ],
  frog: (mood) => [
    outlined(disc(13.5, 13, 8.6) + disc(34.5, 13, 8.6)),
    outlined('M24 15.5C36 15.5 45.5 20.5 45.5 29.5S36 43.5 24 43.5 2.5 38.5 2.5 29.5 12 15.5 24 15.5z'),
    // The eyes belong to the head: no line between them.
    stroke('M9 17.5C13 15.8 18 15.5 24 15.5S35 15.8 39 17.5', 'paper', 4.2),
    ...eyes(13.5, 34.5, 13.5, 3.3, mood),
    ...(mood === 'glad' ? mouth(14, 34, 28, 9, mood) : mouth(13, 35, 29, 9, mood)),
  ],
  mouse: (mood) => [
    outlined(disc(11, 14.5, 9.3) + disc(37, 14.5, 9.3)),
    outlined(disc(24, 29, 15.3)),
    ...eyes(18, 30, 27, 2.7, mood),
    ...mouth(19, 29, 35, 4.5, mood),
  ],
  penguin: (mood) => [
    ink('M24 3C35.5 3 42 12 42 24V44.5H6V24C6 12 12.5 3 24 3z', BODY),
    skin('M24 20C22 14.5 11.5 14 11.5 25 11.5 35 16 44 24 44S36.5 35 36.5 25C36.5 14 26 14.5 24 20z'),
    ...eyes(17.5, 30.5, 25, 2.7, mood),
    ink(mood === 'oops' ? 'M19.5 36h9L24 31z' : 'M19 31h10L24 37.5z', 2),
  ],
  sheep: (mood) => [
    ink(curls() + disc(24, 24, 15)),
    skin('M24 15.5C31 15.5 35 19.5 35 26S30.5 41.5 24 41.5 13 32.5 13 26 17 15.5 24 15.5z'),
    ...eyes(19, 29, 26, 2.5, mood, fine),
    ...mouth(20, 28, 33, 4, mood, fine),
  ],
  elephant: (mood) => [
    outlined('M15 12C5 7 1.5 14 1.7 22S7 36 14.5 33M33 12C43 7 46.5 14 46.3 22S41 36 33.5 33'),
    outlined(
      'M24 6.5C33 6.5 37 13 37 21 37 28 33 32 29 33.5V40.5C29 43 27 44.8 24 44.8S19 43 19 40.5V33.5C15 32 11 28 11 21 11 13 15 6.5 24 6.5z',
    ),
    ...eyes(18, 30, 21, 2.7, mood),
    // A trunk hides the mouth: its folds bend with the mood.
    ...[34.5, 39.3].map((y) => stroke(arc(20.5, 27.5, y, FOLDS[mood]), 'ink', 2.2)),
  ],
  octopus: (mood) => [
    ink(
      'M24 3C35 3 41 11 41 20.5V32C41 36 46 36 46 40.5 46 43.5 42 45 39 43 36.5 41.3 35.5 39 33.5 39S30.5 44.8 27.5 44.8C25.5 44.8 25.5 42.5 24 42.5S22.5 44.8 20.5 44.8C17.5 44.8 16.5 39 14.5 39S11.5 41.3 9 43C6 45 2 43.5 2 40.5 2 36 7 36 7 32V20.5C7 11 13 3 24 3z',
      BODY,
    ),
    ...eyes(17, 31, 21, 3.1, mood, paper),
    ...mouth(18.5, 29.5, 28.5, 5, mood, paper),
  ],
  dog: (mood) => [
    outlined('M24 7C34 7 38.5 13 38.5 24 38.5 37 33 44.5 24 44.5S9.5 37 9.5 24C9.5 13 14 7 24 7z'),
    ink(
      'M14 7.5C6 4.5 1.5 10 2 19 2.3 26 4.5 30.5 8 30.5 12 30.5 12.5 22 13 17zM34 7.5C42 4.5 46.5 10 46 19 45.7 26 43.5 30.5 40 30.5 36 30.5 35.5 22 35 17z',
      BODY,
    ),
    ...eyes(18.5, 29.5, 23, 2.7, mood),
    ink(oval(24, 30, 3.4, 2.5)),
    ...mouth(19, 29, mood === 'glad' ? 34.5 : 35.5, 4.5, mood, fine),
  ],
}

const FOLDS: Readonly<Record<Mood, number>> = { rest: 0, glad: 3, oops: -3, thinks: 0 }

export function animalFace(animal: Face, mood: Mood): readonly Shape[] {
  return FACES[animal](mood)
}
