/** What every face is drawn with: ink alone, in a box of 48 by 48. */

export type Mood = 'rest' | 'glad' | 'oops' | 'thinks'

/** A path: filled or not, and how thick its line is. Paper is what lies behind the ink. */
export interface Shape {
  readonly d: string
  readonly fill: 'ink' | 'paper' | 'none'
  readonly line?: number
  readonly stroke?: 'ink' | 'paper'
}

type Tone = 'ink' | 'paper'

const LINE = 3.4

export const ink = (d: string, line?: number): Shape => ({ d, fill: 'ink', line })
export const skin = (d: string): Shape => ({ d, fill: 'paper' })
export const outlined = (d: string, line = LINE): Shape => ({ d, fill: 'paper', line })
export const stroke = (d: string, tone: Tone = 'ink', line = LINE): Shape => ({ d, fill: 'none', line, stroke: tone })

export const disc = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`
export const arc = (from: number, to: number, y: number, bend: number): string =>
  `M${from} ${y}Q${(from + to) / 2} ${y + bend} ${to} ${y}`

export interface Look {
  readonly tone?: Tone
  readonly line?: number
}

export function eyes(
  left: number,
  right: number,
  y: number,
  size: number,
  mood: Mood,
  { tone = 'ink', line = LINE }: Look = {},
): Shape[] {
  if (mood === 'glad') return [left, right].map((x) => stroke(arc(x - 3.2, x + 3.2, y + 1.5, -6), tone, line))
  const [across, up] = mood === 'thinks' ? [2.4, 2.2] : [0, 0]
  return [left, right].map((x) => ({ d: disc(x + across, y - up, size), fill: tone }))
}

export function mouth(
  left: number,
  right: number,
  y: number,
  smile: number,
  mood: Mood,
  { tone = 'ink', line = LINE }: Look = {},
): Shape[] {
  const middle = (left + right) / 2
  switch (mood) {
    case 'glad':
      return [{ d: `M${left} ${y - 1}Q${middle} ${y + 12} ${right} ${y - 1}z`, fill: tone, line: 2.6, stroke: tone }]
    case 'oops':
      return [stroke(arc(left + 1, right - 1, y + 3, -6), tone, line)]
    case 'thinks':
      return [stroke(`M${middle - 1} ${y + 1}h${(right - left) / 2}`, tone, line)]
    case 'rest':
      return [stroke(arc(left, right, y, smile), tone, line)]
  }
}

/** Features drawn with paper on a face that is ink. */
export const paper: Look = { tone: 'paper' }
