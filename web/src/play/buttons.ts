// What the buttons below the sheet say and do.
import { list, t } from '../i18n.svelte'
import type { Choice, View } from '../protocol'
import type { Colour } from '../rules'
import { same, type Mode } from './game'
import type { Pick, Plays } from './selection'
import { CHIP } from './text'

export interface Chip {
  colour: Colour
  text: string
}

export interface Act {
  /** Words; where they hold CHIP, the chip is drawn. */
  text: string
  chip?: Chip
  /** Whether it does something now; if not, a tap says why. */
  on: boolean
  /** Whether it is not what one comes here for. */
  quiet?: boolean
  /** Whether the coach would do it. */
  best?: boolean
  do: () => void
}

export interface Buttons {
  first: Act
  /** There is none where the first one is all that can be done. */
  second: Act | null
}

interface Now {
  view: View
  mode: Mode
  cards: boolean
  pick: Pick
  plays: Plays
  /** The number that is chosen and not sent. */
  cell: Choice | null
  /** What the coach would choose. */
  advised: Choice | null
}

interface Asking {
  ask: () => void
  tell: (text: string) => void
  tellWait: () => void
}

interface Doing {
  choose: (choice: string) => void
  takeBack: () => void
  clear: () => void
  tell: (text: string) => void
  /** Says whom everybody waits for. */
  tellWait: () => void
}

/** Asks the coach, where there is something to choose; else it says why not. */
export function hintButton(view: View, mode: Mode, doing: Asking): Act {
  const on = view.choices.length > 1 && mode !== 'sealed'
  const refuse = (): void => {
    if (mode === 'wait') doing.tellWait()
    else doing.tell(t(mode === 'sealed' ? 'play.hint.sealed' : 'play.coach.only'))
  }
  return { text: t('play.coach'), on, do: on ? doing.ask : refuse }
}

export const toTake = (view: View): number => view.choices.find((choice) => choice.kind === 'draw')?.places.length ?? 0

export function buttons(now: Now, doing: Doing): Buttons {
  const { mode, pick } = now
  const clear: Act = { text: t('play.clear'), on: pick.cards.length + pick.places.length > 0, do: doing.clear }
  switch (mode) {
    case 'draw':
      return { first: take(now, doing), second: clear }
    case 'play':
      return { first: play(now, doing), second: clear }
    case 'sealed':
      return sealed(now, doing)
    case 'wait':
      return waiting(now, doing)
    case 'cross':
      return crossOrPass(now, doing)
  }
}

function take({ view, pick }: Now, { choose, tell }: Doing): Act {
  const draw = view.choices.find((choice) => choice.kind === 'draw' && same(choice.places, pick.places))
  const count = toTake(view)
  if (!draw) return { text: t('play.take.none', { count }), on: false, do: () => tell(t('play.hint.draw', { count })) }
  const numbers = [...pick.places].sort((a, b) => a - b).map((place) => String(view.public.display[place] ?? ''))
  return { text: t('play.take', { numbers: list(numbers) }), on: true, do: () => choose(draw.text) }
}

function play({ plays }: Now, { choose, tell }: Doing): Act {
  const made = plays.play
  if (!made?.colour) return { text: t('play.play.none'), on: false, do: () => tell(t('play.hint.cards')) }
  const numbers = made.numbers.length ? made.numbers : made.cards.map((each) => Number(each.slice(1)))
  const chip = { colour: made.colour, text: list(numbers.map(String)) }
  const text = t(made.numbers.length ? 'play.play' : 'play.discard', { what: CHIP })
  return { text, chip, on: true, do: () => choose(made.text) }
}

function sealed({ view }: Now, { takeBack, tell }: Doing): Buttons {
  const passed = view.chosen?.kind === 'pass'
  return {
    first: { text: t('play.takeback'), on: true, quiet: true, do: takeBack },
    second: { text: t(passed ? 'play.pass.sealed' : 'play.pass'), on: false, do: () => tell(t('play.hint.sealed')) },
  }
}

function waiting({ view, cards }: Now, { tellWait }: Doing): Buttons {
  const playing = cards && view.public.phase !== 'common'
  return {
    first: { text: t(playing ? 'play.play.none' : 'play.cross.none'), on: false, do: tellWait },
    second: { text: t(playing ? 'play.clear' : 'play.pass'), on: false, do: tellWait },
  }
}

function crossOrPass({ view, cell, advised }: Now, { choose, tell }: Doing): Buttons {
  const passing = view.choices.find((choice) => choice.kind === 'pass')
  const pass: Act = {
    text: t('play.pass'),
    on: true,
    best: advised?.kind === 'pass',
    do: () => passing && choose(passing.text),
  }
  if (!view.choices.some((choice) => choice.kind === 'cross')) return { first: pass, second: null }
  if (!cell?.colour) {
    return { first: { text: t('play.cross.none'), on: false, do: () => tell(t('play.hint.cell')) }, second: pass }
  }
  const chip = { colour: cell.colour, text: String(cell.numbers[0] ?? '') }
  return { first: { text: t('play.cross', { what: CHIP }), chip, on: true, do: () => choose(cell.text) }, second: pass }
}
