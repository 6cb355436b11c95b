/** Days by UTC, written as in 2026-11-16. */

const DAY = 86_400_000
const MINUTE = 60_000

/** The day that is this many days later. */
export const daysLater = (day: string, days: number): string => isoDay(Date.parse(day) + days * DAY)

/** The day (UTC) of a time; empty for an invalid one. */
export const isoDay = (at: number): string => (Number.isNaN(at) ? '' : new Date(at).toISOString().slice(0, 10))

export const dailyPath = (day: string): string => `/daily/${day}`
export const puzzlePath = (day: string): string => `/daily/${day}/puzzle`

/** Whether a clock is far from that of the server, by what the server says is left of its day. */
export function isFarFrom(clock: number, { today, seconds_left }: { today: string; seconds_left: number }): boolean {
  const server = Date.parse(today) + DAY - seconds_left * 1000
  return Math.abs(clock - server) > 5 * MINUTE
}

/** The next full minute after this number of seconds; answers take time. */
export const minuteAfter = (seconds: number): number => Math.round((Date.now() + seconds * 1000) / MINUTE) * MINUTE

/** Hours and minutes that are left, a minute at least. */
export function hoursAndMinutes(seconds: number): { hours: number; minutes: number } {
  const minutes = Math.max(1, Math.round(seconds / 60))
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 }
}
