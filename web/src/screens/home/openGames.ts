/** Games that were begun in this browser and are not over. */
import { tableGlance } from '../../api'
import { leavePlaces, places, type Place } from '../../places'
import { Refusal } from '../../problems'
import type { SeatInfo, TableSummary } from '../../protocol'
import { capital, list, number, t } from '../../i18n.svelte'
import { seatNames } from '../../names'
import { loadFace } from '../../settings.svelte'

export interface OpenGame extends Place {
  /** Undefined until the server has answered; null where it cannot show the table, which then says why. */
  glance: TableSummary | null | undefined
}

/** What this browser remembers, before the server is asked. */
export const rememberedGames = (): OpenGame[] => places().map((place) => ({ ...place, glance: undefined }))

/** A game in progress, or null if it is gone. Without a connection nothing is forgotten. */
async function look(place: Place): Promise<OpenGame | null> {
  try {
    const glance = await tableGlance(place.table)
    return glance.state === 'over' ? null : { ...place, glance }
  } catch (error) {
    const isGone = error instanceof Refusal && error.reason.code === 'no_table'
    return isGone ? null : { ...place, glance: null }
  }
}

export async function findOpenGames(): Promise<OpenGame[]> {
  const asked = places()
  const found = (await Promise.all(asked.map(look))).filter((game) => game !== null)
  const left = asked.filter(({ table }) => !found.some((game) => game.table === table))
  // Meanwhile another tab may have sat down somewhere.
  leavePlaces(left.map(({ table }) => table))
  return found
}

interface Standing {
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
