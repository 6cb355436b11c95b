/** Where values lie in a plot. */

/** From a span of values to a span of the plot; what lies beyond is drawn at the edge. */
export function scale([low, high]: readonly [number, number], [from, to]: readonly [number, number]) {
  const size = high - low || 1
  return (value: number): number => from + ((Math.min(high, Math.max(low, value)) - low) / size) * (to - from)
}

/** The line through the values, one after the other. */
export const linePath = (
  values: readonly number[],
  x: (index: number) => number,
  y: (value: number) => number,
): string => values.map((value, index) => `${index ? 'L' : 'M'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`).join('')

const STEPS = [5, 10, 20, 50, 100, 200, 500]
const MOST_TICKS = 6

/** Round values around all of these, evenly apart; zero is among them. */
export function ticksOf(values: readonly number[]): number[] {
  const low = values.reduce((a, b) => Math.min(a, b), 0)
  const high = values.reduce((a, b) => Math.max(a, b), 1)
  const step = STEPS.find((each) => (high - low) / each <= MOST_TICKS) ?? 1000
  const first = Math.floor(low / step)
  const last = Math.ceil(high / step)
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step)
}
