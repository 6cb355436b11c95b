/** Results of a day as text to send to others; nothing in it tells what was rolled. */
import { number, t } from '../i18n.svelte'
import type { KeptGame, KeptPuzzle } from '../history/game'
import { crossesIn, pointsOf } from '../sheet'
import type { Sheet } from '../protocol'
import { COLOURS, POINTS_PER_PENALTY, type Colour } from '../rules'

// Characters that every device has, in text as in mail; a drop is not among them.
const SHAPES: Readonly<Record<Colour, string>> = { red: '♥', yellow: '★', green: '♣', blue: '♦' }

const lines = (texts: readonly (string | null)[]): string => texts.filter((text) => text !== null).join('\n')

/** A line for each row: its shape, a cross for each cross, its lock, its points. */
export function gridOf(sheet: Sheet): string[] {
  const rows = COLOURS.map((colour) => {
    const locked = sheet.locks.includes(colour)
    const crosses = '✕'.repeat(crossesIn(sheet, colour) - Number(locked)) + (locked ? '▣' : '')
    return `${SHAPES[colour]} ${crosses || '·'} ${pointsOf(sheet, colour)}`
  })
  const { penalties } = sheet
  return penalties === 0 ? rows : [...rows, `${'▼'.repeat(penalties)} ${number(penalties * POINTS_PER_PENALTY)}`]
}

export function soloText(game: KeptGame, day: string, par: number | null, link: string | null): string {
  const points = t('label.score', { points: game.sheet.total })
  const result = par === null ? points : `${points} (${t('daily.text.par', { par })})`
  return lines([t('daily.text.solo', { date: day }), result, ...gridOf(game.sheet), link])
}

export function puzzleText({ game, right }: KeptPuzzle, day: string, link: string | null): string {
  const title = t('daily.text.puzzle', { date: day, game: t(`game.${game}`) })
  return lines([title, right ? `✓ ${t('daily.right')}` : `✕ ${t('daily.wrong')}`, link])
}
