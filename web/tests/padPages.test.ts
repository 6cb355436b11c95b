/** Two pages of one device on one pad: whatever one writes, also without a network, the other does not lose. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findPad, forget, allPads, keepPad, padKey } from '../src/pad/kept'
import { LocalBook, newLocal } from '../src/pad/localBook.svelte'
import type { MarkDraft } from '../src/pad/marks'
import { SharedBook } from '../src/pad/sharedBook.svelte'
import { Refusal } from '../src/problems'
import type { PadHappening, PadMark, PadHappeningWithSeq, PadUpdate } from '../src/protocol'
import { Shelf } from './shelf'

/** The server, as far as a pad with one seat needs it. */
const server = vi.hoisted(() => ({
  marks: [] as { mark: unknown }[],
  lines: [] as { status: string; hear: () => void }[],
}))

vi.mock('../src/router.svelte', () => ({ goInstead: vi.fn() }))
vi.mock('../src/connection.svelte', () => ({
  Connection: class {
    status = 'lost'
    seat = 0
    problem = null
    info = null
    onpad: (update: unknown) => void = () => undefined
    known = 0
    constructor() {
      server.lines.push(this)
    }
    again(): void {}
    close(): void {}
    hear(): void {
      this.status = 'open'
      this.onpad(update(this.known))
      this.known = server.marks.length
    }
    async send({ mark }: { mark: PadMark }): Promise<void> {
      const there = server.marks[mark.n - 1]?.mark as PadMark | undefined
      const isSent = there?.kind === mark.kind && there.colour === mark.colour && there.number === mark.number
      const isNext = mark.n === server.marks.length + 1
      if (isNext) server.marks.push({ mark })
      this.hear()
      if (!isNext && !isSent) throw new Refusal({ rule: '', code: 'mark_number', details: {}, text: '' })
    }
  },
}))

function update(since: number): PadUpdate {
  const happened: PadHappeningWithSeq[] = server.marks.map(({ mark }, place) => ({
    seq: place + 2,
    what: { type: 'marked', seat: 0, mark: mark as PadMark } satisfies PadHappening,
  }))
  const info = {
    pad: 'p',
    game: 'dice',
    seats: [{ name: 'Ann', present: true }],
    games: 1,
    can_restore: false,
  } as const
  return { type: 'pad', version: happened.length + 1, fresh: since === 0, happened: happened.slice(since), info }
}

const red = (number: number): MarkDraft => ({ kind: 'cross', colour: 'red', number })
const blue = (number: number): MarkDraft => ({ kind: 'cross', colour: 'blue', number })
const penalty: MarkDraft = { kind: 'penalty' }

let pages: EventTarget
const tell = { news: vi.fn(), dropped: vi.fn(), late: vi.fn() }
const open = (): SharedBook => new SharedBook('p', tell)
/** What the other pages hear when one has written. */
const changed = (): boolean => pages.dispatchEvent(Object.assign(new Event('storage'), { key: padKey('p') }))
const settled = async (): Promise<void> => void (await vi.advanceTimersByTimeAsync(5000))
const shown = ({ pad }: { pad: SharedBook['pad'] }): string =>
  pad.sheets.map(({ rows, penalties }) => `${rows.join(' ')} ${penalties}`).join('|')
const sent = (): unknown[] => server.marks.map(({ mark }) => (mark as PadMark).number)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', new Shelf(100_000))
  pages = new EventTarget()
  vi.stubGlobal('addEventListener', pages.addEventListener.bind(pages))
  vi.stubGlobal('removeEventListener', pages.removeEventListener.bind(pages))
  server.marks = []
  server.lines = []
})
afterEach(() => {
  for (const { id } of allPads()) forget(id)
  for (const each of Object.values(tell)) each.mockReset()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function twoPages(): SharedBook[] {
  const books = [open(), open()]
  for (const line of server.lines) line.hear()
  for (const line of server.lines) line.status = 'lost'
  return books
}

test.each([true, false])('marks of two pages without a network are all kept, with events of storage %s', (heard) => {
  const [one, two] = twoPages() as [SharedBook, SharedBook]
  one.write(0, red(5))
  if (heard) changed()
  two.write(0, blue(8))
  expect(findPad('p')?.queue.map(({ n, number }) => [n, number])).toEqual([
    [1, 5],
    [2, 8],
  ])
  changed()
  expect(shown(one)).toBe(shown(two))
  expect(shown(open()), 'and what is opened after both were closed').toBe('5   8 0')
})

test.each([
  [0, 1],
  [1, 0],
  [0, 0],
  [1, 1],
])('all marks arrive, whichever page is back first: %i, then %i', async (first, second) => {
  const books = twoPages() as [SharedBook, SharedBook]
  for (const [page, draft] of [red(5), blue(8), penalty, penalty].entries()) books[page % 2]?.write(0, draft)
  server.lines[first]?.hear()
  server.lines[second]?.hear()
  await settled()
  expect(sent()).toEqual([5, 8, null, null])
  expect(findPad('p')?.queue).toEqual([])
  expect(tell.dropped).not.toHaveBeenCalled()
})

test('a page that knows less gives no number twice', async () => {
  const [one, two] = twoPages() as [SharedBook, SharedBook]
  one.write(0, penalty)
  one.write(0, penalty)
  changed()
  server.marks.push({ mark: { n: 1, kind: 'cross', seen: 1, colour: 'red', number: 9, undone: null, late: false } })
  // The first hears of what another device wrote, and is gone before it sends anything.
  const [line] = server.lines
  line?.hear()
  if (line !== undefined) line.status = 'lost'
  changed()
  two.write(0, penalty)
  server.lines[1]?.hear()
  await settled()
  expect(server.marks.map(({ mark }) => (mark as PadMark).kind)).toEqual(['cross', 'penalty', 'penalty', 'penalty'])
})

test('two pages write on a pad of this device', () => {
  const kept = newLocal('dice', ['Ann', 'Ben'])
  keepPad(kept)
  const [one, two] = [LocalBook.find(kept.id), LocalBook.find(kept.id)]
  one?.write(0, red(5))
  two?.write(1, blue(8))
  one?.write(0, red(7))
  two?.write(0, red(6))
  expect(LocalBook.find(kept.id)?.pad.sheets.map(({ rows }) => rows)).toEqual([
    [[5, 7], [], [], []],
    [[], [], [], [8]],
  ])
})
