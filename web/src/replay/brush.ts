/** What pictures are drawn with: shapes and texts in the colours of the page. */
import { iconArt, type IconName } from '../parts/icons'

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const TYPE = 'Tally, system-ui, sans-serif'

export class Brush {
  readonly #c: CanvasRenderingContext2D
  readonly #style = getComputedStyle(document.documentElement)

  constructor(context: CanvasRenderingContext2D) {
    this.#c = context
  }

  /** A closed row is hatched, as on the sheets of the table. */
  hatch({ x, y, width, height }: Box, token: string): void {
    const c = this.#c
    c.save()
    c.beginPath()
    c.rect(x, y, width, height)
    c.clip()
    c.strokeStyle = this.#colour(token)
    c.lineWidth = 3
    c.beginPath()
    for (let left = x - height; left < x + width; left += 9) {
      c.moveTo(left, y + height)
      c.lineTo(left + height, y)
    }
    c.stroke()
    c.restore()
  }

  outline({ x, y, width, height }: Box): void {
    this.#c.strokeStyle = this.#colour('--ink')
    this.#c.lineWidth = 4
    this.#c.beginPath()
    this.#c.roundRect(x, y, width, height, 5)
    this.#c.stroke()
  }

  #colour(token: string): string {
    return this.#style.getPropertyValue(token).trim()
  }

  fill({ x, y, width, height }: Box, token: string, round: number): void {
    this.#c.fillStyle = this.#colour(token)
    this.#c.beginPath()
    this.#c.roundRect(x, y, width, height, round)
    this.#c.fill()
  }

  path(path: string, x: number, y: number, scale: number, token: string): void {
    this.#c.save()
    this.#c.translate(x, y)
    this.#c.scale(scale, scale)
    this.#c.fillStyle = this.#colour(token)
    this.#c.fill(new Path2D(path))
    this.#c.restore()
  }

  centred(text: string, x: number, y: number, font: string, token: string): void {
    this.#c.textAlign = 'center'
    this.text(text, x, y, font, token)
    this.#c.textAlign = 'left'
  }

  /** A text on one line, shortened where it does not fit. */
  text(text: string, x: number, y: number, font: string, token: string, room = Infinity): void {
    this.#c.font = `${font} ${TYPE}`
    this.#c.fillStyle = this.#colour(token)
    const letters = [...text]
    let shown = text
    while (letters.length > 1 && this.#c.measureText(shown).width > room) {
      letters.pop()
      shown = `${letters.join('').trimEnd()}…`
    }
    this.#c.fillText(shown, x, y)
  }

  /** A text that ends there. */
  ending(text: string, x: number, y: number, font: string, token: string): void {
    this.#c.textAlign = 'right'
    this.text(text, x, y, font, token)
    this.#c.textAlign = 'left'
  }

  /** What is drawn until it is undone is only half there. */
  faint(draw: () => void): void {
    this.#c.globalAlpha = 0.6
    draw()
    this.#c.globalAlpha = 1
  }

  square(x: number, y: number, side: number, token: string): void {
    this.#c.strokeStyle = this.#colour(token)
    this.#c.lineWidth = 2
    this.#c.strokeRect(x, y, side, side)
  }

  icon(name: IconName, x: number, y: number, side: number, token: string): void {
    const { lines, shapes, width = 2.4 } = iconArt(name)
    const c = this.#c
    c.save()
    c.translate(x, y)
    c.scale(side / 24, side / 24)
    c.strokeStyle = c.fillStyle = this.#colour(token)
    c.lineWidth = width
    if (lines) c.stroke(new Path2D(lines))
    if (shapes) c.fill(new Path2D(shapes), 'evenodd')
    c.restore()
  }
}
