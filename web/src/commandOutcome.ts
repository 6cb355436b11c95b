/** The outcome of a command whose answer was lost, as far as the table shows it; client/command_outcome.py in Python. */
import type {
  Choice,
  ClientMessage,
  Happening,
  Introduce,
  HappeningWithSeq,
  PadHappening,
  PadHappeningWithSeq,
  SeatInfo,
  TableInfo,
  View,
} from './protocol'

type WithoutId<M> = M extends unknown ? Omit<M, 'id'> : never
/** A message to the server, before it gets its number. */
export type Outgoing = WithoutId<ClientMessage>

/** Commands that are kept until their outcome is known; callers retry questions and queued marks. */
const KEPT = [
  'choose',
  'withdraw',
  'start',
  'leave',
  'introduce',
  'move',
  'remove',
  'cover',
  'rematch',
  'say',
  'react',
  'finish',
  'reopen',
  'retract',
  'renew',
  'restore',
] as const
export const isKept = ({ type }: Outgoing): boolean => (KEPT as readonly string[]).includes(type)

/** It took effect; it did not, and can be sent again; or the game went on without it. */
type CommandOutcome = 'done' | 'open' | 'late'

export interface Now {
  info: TableInfo
  view: View | null
  seat: number | null
  /** What happened since the command was sent. */
  news: readonly HappeningWithSeq[]
}

/** `choice` is what the command chose, if it chose something. */
export function outcomeOfCommand(
  message: Outgoing,
  choice: Choice | null,
  { info, view, seat, news }: Now,
): CommandOutcome {
  const own = news.map(({ what }) => what).filter((what) => 'seat' in what && what.seat === seat)
  const since = (type: 'moved' | 'left' | 'covered', moved: number): boolean =>
    news.some(({ what }) => what.type === type && what.seat === moved)
  const isDue = seat !== null && view?.public.to_act.includes(seat) === true
  const chosen = view?.chosen ?? null
  switch (message.type) {
    case 'choose':
      // If it is another choice, it was made later, here or on another device.
      if (chosen !== null) return 'done'
      if (isDue && !own.some(isMove)) return 'open'
      return choice !== null && wasMade(choice, own) ? 'done' : 'late'
    case 'withdraw':
      if (chosen !== null) return 'open'
      return isDue ? 'done' : 'late'
    case 'start':
      // The game that was started may be over by now.
      return info.state === 'playing' || news.some(({ what }) => what.type === 'began') ? 'done' : 'open'
    case 'leave':
      if (info.state === 'open') return seat === null ? 'done' : 'open'
      return info.state === 'playing' ? 'open' : 'done'
    case 'introduce':
      return isIntroduced(message, seat === null ? undefined : info.seats[seat]) ? 'done' : 'open'
    case 'move':
      return since('moved', message.seat) ? 'done' : 'open'
    case 'remove':
      // Another guest may sit there by now.
      return since('left', message.seat) ? 'done' : 'open'
    case 'cover':
      return info.seats[message.seat]?.covered === true || since('covered', message.seat) ? 'done' : 'open'
    case 'rematch':
      return info.state === 'over' && seat !== null && info.seats[seat]?.rematch !== message.wanted ? 'open' : 'done'
    case 'say':
      return own.some(({ type }) => type === 'said') ? 'done' : 'open'
    case 'react':
      return own.some(({ type }) => type === 'reacted') ? 'done' : 'open'
    default:
      return 'open'
  }
}

/** The latest effects of commands about the result of a score pad. */
export interface PadNow {
  /** The number of the game. */
  games: number
  /** The number of the last event by which the result was shown, opened again, or left for another game. */
  turned: number
}

const TURNS: readonly PadHappening['type'][] = ['finished', 'reopened', 'renewed', 'restored']
export const isTurn = ({ what }: PadHappeningWithSeq): boolean => TURNS.includes(what.type)

/** The outcome of a command to a pad that was sent after the event `seq`: later events make it void. */
export function outcomeOfPadCommand(message: Outgoing, seq: number, { games, turned }: PadNow): CommandOutcome {
  return turned > seq || ('game' in message && message.game !== games) ? 'done' : 'open'
}

const isIntroduced = ({ name, face }: Pick<Introduce, 'name' | 'face'>, own: SeatInfo | undefined): boolean =>
  own !== undefined && (name === null || own.name === name) && (face === null || own.face === face)

type Move = Extract<Happening, { type: 'crossed' | 'passed' | 'drew' | 'played' }>

const isMove = (what: Happening): what is Move => ['crossed', 'passed', 'drew', 'played'].includes(what.type)

const isSame = (one: readonly (number | string)[], other: readonly (number | string)[]): boolean =>
  one.toSorted().join() === other.toSorted().join()

/** Whether the first thing that a seat did was this choice. */
function wasMade(choice: Choice, own: readonly Happening[]): boolean {
  const move = own.find(isMove)
  switch (move?.type) {
    case 'crossed':
      return choice.kind === 'cross' && choice.colour === move.colour && isSame(choice.numbers, move.numbers)
    case 'passed':
      return choice.kind === 'pass'
    case 'drew':
      return choice.kind === 'draw' && isSame(choice.places, move.places)
    case 'played':
      return choice.kind === 'play' && isSame(choice.cards, move.cards)
    default:
      return false
  }
}
