/** A position as a picture: drawn on a canvas with the same colours, shapes and marks as the page. */
import { number as written, t } from '../i18n.svelte'
import { pips, type DieKind } from '../parts/pips'
import { shapeAt, SHAPE_SIDE } from '../parts/shapes'
import { strokes } from '../play/art'
import { cellKey } from '../play/game'
import { isCardGame, isGone, pointsOf, rowOf } from '../sheet'
import type { Replay, Sheet } from '../protocol'
import { COLOURS, NUMBERS, PENALTIES_TO_END, type Colour } from '../rules'
import { Brush, type Box } from './brush'
import type { Position } from './position'

export const SNAPSHOT_WIDTH = 1200
export const SNAPSHOT_HEIGHT = 675

interface Snapshot {
  replay: Replay
  position: Position
  names: readonly string[]
  title: string
  lines: readonly string[]
}

const EDGE = 32
const GAP = 14
const FELT: Box = { x: EDGE, y: 28, width: SNAPSHOT_WIDTH - 2 * EDGE, height: 142 }
const SHEETS: Box = { x: EDGE, y: 184, width: FELT.width, height: 442 }
const DIE = 76
const MOST_LINES = 3

/** The picture as a PNG; an error where the browser cannot draw one. */
export async function drawSnapshot(snapshot: Snapshot): Promise<Blob> {
  await document.fonts.load('20px Tally')
  const canvas = document.createElement('canvas')
  canvas.width = SNAPSHOT_WIDTH
  canvas.height = SNAPSHOT_HEIGHT
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('no canvas')
  new Artist(new Brush(context)).draw(snapshot)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('no picture')) : resolve(blob)), 'image/png')
  })
}

/** Where each of several sheets lies: side by side, or in two rows. */
export function placesFor(count: number): Box[] {
  const columns = count <= 2 ? count : Math.ceil(count / 2)
  const rows = Math.ceil(count / columns)
  const width = (SHEETS.width - GAP * (columns - 1)) / columns
  const height = Math.min((SHEETS.height - GAP * (rows - 1)) / rows, width * 0.72)
  return Array.from({ length: count }, (_, index) => ({
    x: SHEETS.x + (index % columns) * (width + GAP),
    y: SHEETS.y + Math.floor(index / columns) * (height + GAP),
    width,
    height,
  }))
}

class Artist {
  readonly #brush: Brush

  constructor(brush: Brush) {
    this.#brush = brush
  }

  draw({ replay, position, names, title, lines }: Snapshot): void {
    this.#brush.fill({ x: 0, y: 0, width: SNAPSHOT_WIDTH, height: SNAPSHOT_HEIGHT }, '--table', 0)
    this.#brush.fill(FELT, '--felt', 20)
    const things = isCardGame(replay.game) ? this.#cards(position) : this.#dice(position)
    const room = FELT.width - things - 60
    this.#brush.text(title, FELT.x + 24, FELT.y + 44, '800 30px', '--felt-ink', room)
    for (const [index, line] of lines.slice(0, MOST_LINES).entries()) {
      this.#brush.text(line, FELT.x + 24, FELT.y + 76 + index * 27, '400 21px', '--felt-ink-2', room)
    }
    for (const [seat, box] of placesFor(names.length).entries()) {
      const sheet = position.view.sheets[seat]
      if (sheet !== undefined) this.#sheet(box, seat, sheet, names[seat] ?? '', position)
    }
    const foot = `${t('app')} · ${t(`game.${replay.game}.long`)}`
    this.#brush.text(foot, EDGE, SNAPSHOT_HEIGHT - 18, '600 18px', '--ink-2', FELT.width)
  }

  /** The dice, from the right edge of the felt; how wide they are. */
  #dice({ dice }: Position): number {
    if (dice === null) return 0
    const faces: [DieKind, number][] = [
      ['white', dice.white[0]],
      ['white', dice.white[1]],
      ...COLOURS.flatMap((colour, index): [DieKind, number][] => {
        const face = dice.coloured[index]
        return face == null ? [] : [[colour, face]]
      }),
    ]
    const step = DIE + 12
    const left = FELT.x + FELT.width - 24 - faces.length * step
    for (const [place, [kind, face]] of faces.entries()) {
      const shift = kind === 'white' ? 0 : 12
      this.#die(left + place * step + shift, FELT.y + (FELT.height - DIE) / 2, kind, face)
    }
    return faces.length * step + 24
  }

  #die(x: number, y: number, kind: DieKind, face: number): void {
    const token = kind === 'white' ? 'die-white' : `${kind}-band`
    const side = kind === 'white' ? 'die-white-side' : `${kind}-side`
    this.#brush.fill({ x, y: y + 7, width: DIE, height: DIE }, `--${side}`, 17)
    this.#brush.fill({ x, y, width: DIE, height: DIE }, `--${token}`, 17)
    // The pips of a die that is 56 wide begin at 9.2, and one of their squares is 12.6 wide (parts/pips.ts).
    const scale = DIE / 56
    this.#brush.path(
      pips(kind, face),
      x + 9.2 * scale,
      y + 9.2 * scale,
      (scale * 12.6) / SHAPE_SIDE,
      kind === 'white' ? '--die-white-pip' : `--${kind}-on`,
    )
  }

  /** The deck and the display, from the right edge of the felt; how wide they are. */
  #cards({ view }: Position): number {
    const cards = [view.deck_top, ...view.display]
    const [width, height, step] = [70, 92, 82]
    const left = FELT.x + FELT.width - 36 - cards.length * step
    for (const [place, number] of cards.entries()) {
      const x = left + place * step + (place > 0 ? 12 : 0)
      const box = { x, y: FELT.y + (FELT.height - height) / 2, width, height }
      if (number === null) continue
      this.#brush.fill({ ...box, y: box.y + 5 }, '--card-edge', 10)
      this.#brush.fill(box, place === 0 && view.phase === 'common' ? '--die-white' : '--card-back', 10)
      const ink = place === 0 && view.phase === 'common' ? '--die-white-pip' : '--card-back-ink'
      this.#brush.centred(String(number), x + width / 2, box.y + 60, '800 40px', ink)
    }
    return cards.length * step + 24
  }

  #sheet(box: Box, seat: number, sheet: Sheet, name: string, position: Position): void {
    this.#brush.fill(box, '--paper', 8)
    if (position.active === seat) this.#brush.fill({ ...box, width: 6 }, '--ink', 0)
    const head = Math.min(46, box.height * 0.2)
    const size = Math.round(head * 0.58)
    const [x, width] = [box.x + 14, box.width - 28]
    this.#brush.ending(written(sheet.total), x + width, box.y + head * 0.82, `800 ${size + 6}px`, '--ink')
    const boxes = PENALTIES_TO_END * (size + 3)
    this.#penalties(x + width - boxes - size * 2.6, box.y + head * 0.28, size, seat, sheet.penalties)
    this.#brush.text(name, x, box.y + head * 0.78, `600 ${size}px`, '--ink', width - boxes - size * 3)
    const high = (box.height - head - 12) / COLOURS.length
    for (const [row, colour] of COLOURS.entries()) {
      const place = { x, y: box.y + head + row * high, width, height: high - 4 }
      this.#row(place, seat, row, colour, sheet, position)
    }
  }

  #penalties(x: number, y: number, size: number, seat: number, count: number): void {
    const side = size * 0.8
    for (let box = 0; box < PENALTIES_TO_END; box++) {
      const left = x + box * (side + 4)
      this.#brush.square(left, y, side, '--line-strong')
      if (box < count) this.#mark({ x: left - 2, y: y - 2, width: side + 4, height: side + 4 }, seat, 4, box + 1)
    }
  }

  #row(box: Box, seat: number, row: number, colour: Colour, sheet: Sheet, position: Position): void {
    this.#brush.fill(box, `--${colour}-band`, 8)
    const suit = Math.min(24, box.height * 0.5)
    const cell = (box.width - suit - 60) / (NUMBERS[colour].length + 1)
    const middle = box.y + box.height / 2
    this.#brush.path(shapeAt(colour), box.x + 8, middle - suit / 2, suit / SHAPE_SIDE, `--${colour}-on`)
    const left = box.x + suit + 14
    const size = Math.min(24, cell * 0.56, box.height * 0.5)
    const shut = position.view.closed_rows.includes(colour)
    if (shut)
      this.#brush.hatch({ x: left, y: box.y + 3, width: 11 * cell, height: box.height - 6 }, `--${colour}-hatch`)
    for (const [place, number] of NUMBERS[colour].entries()) {
      const tile = { x: left + place * cell + 1, y: box.y + 3, width: cell - 2, height: box.height - 6 }
      const crossed = rowOf(sheet, colour).includes(number)
      this.#cell(
        tile,
        colour,
        number,
        size,
        crossed,
        !crossed && (shut || isGone(colour, rowOf(sheet, colour), number)),
      )
      if (crossed) this.#mark(tile, seat, row, number)
      if (position.fresh[seat]?.has(cellKey(colour, number))) this.#brush.outline(tile)
    }
    const lock = Math.min(cell * 0.8, box.height * 0.7)
    const sign = shut || sheet.locks.includes(colour) ? 'lock' : 'lock-open'
    this.#brush.icon(sign, left + 11 * cell + (cell - lock) / 2, middle - lock / 2, lock, `--${colour}-on`)
    const points = written(pointsOf(sheet, colour))
    this.#brush.ending(points, box.x + box.width - 8, middle + size * 0.4, `800 ${size * 1.1}px`, `--${colour}-on`)
  }

  #cell(tile: Box, colour: Colour, number: number, size: number, crossed: boolean, gone: boolean): void {
    if (!gone) this.#brush.fill(tile, crossed ? '--paper' : `--${colour}-tint`, 5)
    const ink = gone ? `--${colour}-on` : `--${colour}-num`
    const [x, y] = [tile.x + tile.width / 2, tile.y + tile.height / 2 + size * 0.36]
    const write = (): void => this.#brush.centred(String(number), x, y, `600 ${size}px`, ink)
    if (gone) this.#brush.faint(write)
    else write()
  }

  /** A cross in the middle of a box, as large as fits there. */
  #mark({ x, y, width, height }: Box, seat: number, row: number, number: number): void {
    const side = Math.min(width, height)
    const [left, top] = [x + (width - side) / 2, y + (height - side) / 2]
    for (const stroke of strokes('cross', seat, row, number)) {
      this.#brush.path(stroke, left, top, side / 100, '--pen')
    }
  }
}
