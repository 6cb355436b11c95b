/** What a step is in words: short lines to read beside the dice, and whole sentences to listen to. */
import { eventText } from '../eventText'
import { asSentences, list, t } from '../i18n.svelte'
import { newsLines } from '../play/text'
import type { GameHappening, Outcome, Replay } from '../protocol'
import { rankingOf } from '../sheet'
import type { Track } from './replayPlayer.svelte'
import type { Position } from './position'

const SHORT: readonly GameHappening['type'][] = ['crossed', 'passed', 'locked', 'penalised']

/** Who won, in a line. */
export function resultLine(outcome: Outcome, names: readonly string[]): string {
  const { winners, lead } = rankingOf(outcome, null)
  const winner = list(winners.map((seat) => names[seat] ?? ''))
  if (names.length === 1) return t('label.score', { points: outcome.totals[0] ?? 0 })
  return winners.length > 1 ? t('end.win.shared', { names: winner }) : t('end.win.one', { name: winner, gap: lead })
}

/** The turn and who has it, or that it is before the first. */
export function turnLine({ active }: Position, turn: number, names: readonly string[]): string {
  return active === null ? t('replay.before') : t('replay.turn', { turn, name: names[active] ?? '' })
}

export function stepLines({ happened, view }: Position, names: readonly string[]): string[] {
  const told = happened.flatMap((what) => {
    if (what.type === 'rolled') return [t('pace.rolls', { name: names[what.seat] ?? '' })]
    return SHORT.includes(what.type) || what.type === 'ended' ? [] : [eventText(what, names, null)]
  })
  const news = newsLines(
    happened.filter(({ type }) => SHORT.includes(type)),
    null,
    names,
  )
  if (told.length + news.length === 0) return [t(view.deck_count > 0 ? 'replay.dealt' : 'replay.nothing')]
  return [...told, ...news, ...(view.outcome === null ? [] : [resultLine(view.outcome, names)])]
}

/** A step for screen readers. */
export function stepSpoken(position: Position, turn: number, names: readonly string[]): string {
  const all = position.happened.map((what) => eventText(what, names, null))
  const { outcome } = position.view
  if (outcome !== null) all.push(resultLine(outcome, names))
  const told = all.length ? all : stepLines(position, names)
  return asSentences([turnLine(position, turn, names), ...told])
}

/** A turn in the list of turns: whose it is, and in sentences what everyone did in it. */
export function turnWords(
  { steps }: Replay,
  { begins, last }: Track,
  turn: number,
  names: readonly string[],
): { title: string; told: string } {
  const begin = begins[turn - 1] ?? last
  const end = begins[turn] ?? last
  const happened = steps.slice(begin + 1, end + 1).flatMap((step) => step.happened)
  const outcome = steps[end]?.view.outcome ?? null
  const lines = [
    ...happened.flatMap((what) => (what.type === 'reshuffled' ? [eventText(what, names, null)] : [])),
    ...newsLines(happened, null, names),
    ...(outcome === null ? [] : [resultLine(outcome, names)]),
  ]
  return {
    title: t('replay.turn', { turn, name: names[steps[begin]?.view.active ?? 0] ?? '' }),
    told: asSentences(lines),
  }
}

/** A file name that says which game it is: only letters that every system takes. */
export function fileName({ game, number }: Replay, ending: string): string {
  return `qwixx-${game.replaceAll('_', '-')}${number === null ? '' : `-${number}`}.${ending}`
}
