/** Guided first games; their positions, choices and refusals are generated from the rules. */
import type { Reason, View } from '../protocol'
import written from './lessons.json'

interface Moment {
  step: number
  view: View
  /** Why something may not be chosen, by the text of that choice. */
  refusals: Readonly<Record<string, Omit<Reason, 'text'>>>
  /** Which moment follows, by the text of a choice; nothing follows the last. */
  next: Readonly<Record<string, number>>
}

export interface Lesson {
  game: LearnedGame
  nodes: readonly Moment[]
}

export type LearnedGame = 'dice' | 'cards'

/** What leads on where nothing is chosen. */
export const ROLL = 'roll'
export const READ = 'read'

export const LESSONS = written as unknown as Readonly<Record<LearnedGame, Lesson>>

/** How many steps there are before the last card. */
export const stepCount = ({ nodes }: Lesson): number => (nodes.at(-1)?.step ?? 1) - 1

export const firstMomentOf = ({ nodes }: Lesson, step: number): number =>
  Math.max(
    0,
    nodes.findIndex((moment) => moment.step === step),
  )
