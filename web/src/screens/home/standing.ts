/** How an open game stands, in words. */
import { capital, list, number, t } from '../../i18n.svelte'
import { seatNames } from '../../names'
import type { SeatInfo, TableSummary } from '../../protocol'
import { loadFace } from '../../settings.svelte'
import type { OpenGame } from './openGames'

export interface Standing {
  /** Whose move it is. */
  title: string
  /** The game, and who else plays. */
  game: string
  turn: string
  /** One's own points first. */
  score: string
  leads: boolean
  /** The others, or the player alone while no one else has joined. */
  faces: readonly Pick<SeatInfo, 'character' | 'face' | 'name'>[]
}

/** Whether the game waits for the person at this browser. */
export const isYours = ({ seat, glance }: OpenGame): boolean => glance?.to_act.includes(seat) ?? false

function titleOf({ state, to_act, seats }: TableSummary, mine: number): string {
  if (state === 'open') return t('label.waiting')
  if (to_act.includes(mine)) return t('label.your_turn')
  const names = to_act.flatMap((seat) => seats[seat]?.name ?? [])
  return names.length
    ? t('home.games.choosing', { names: list(names), count: names.length })
    : capital(t('label.running'))
}

export function standingOf(glance: TableSummary, mine: number, you: string): Standing {
  const { state, game, turn, totals, seats } = glance
  const isTaken = (each: number): boolean => each !== mine && (seats[each]?.name ?? seats[each]?.bot ?? null) !== null
  const names = seatNames(glance).filter((_, each) => isTaken(each))
  const others = totals.filter((_, each) => each !== mine)
  const own = totals[mine] ?? 0
  const people = seats.filter((_, each) => isTaken(each))
  return {
    title: titleOf(glance, mine),
    game: names.length ? t('home.games.with', { game: t(`game.${game}`), names: list(names) }) : t(`game.${game}`),
    turn: state === 'open' ? '' : t('turn', { turn: Math.max(1, turn) }),
    score: scoreOf(totals, mine),
    leads: others.length > 0 && own > Math.max(...others),
    faces: people.length > 0 ? people : [{ character: null, face: loadFace(), name: you }],
  }
}

function scoreOf(totals: readonly number[], mine: number): string {
  if (totals.length === 0) return ''
  if (totals.length === 1) return t('label.score', { points: totals[0] ?? 0 })
  const sorted = [...totals.slice(mine, mine + 1), ...totals.filter((_, each) => each !== mine)]
  return sorted.map((points) => number(points)).join('\u00a0:\u00a0')
}
