// What the buttons below the sheet say and do.
import { t } from '../i18n.svelte'
import type { Choice, View } from '../protocol'
import type { Colour } from '../rules'
import type { Mode } from './game'
import type { CardGame } from './selected.svelte'
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

export interface Now {
  view: View
  mode: Mode
  cardGame: CardGame | null
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

export interface Doing {
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

export function buttons(now: Now, doing: Doing): Buttons {
  const { mode, pick, cardGame } = now
  if (cardGame !== null && (mode === 'draw' || mode === 'play')) {
    const first = mode === 'draw' ? cardGame.take(now, doing) : cardGame.play(now, doing)
    const on = pick.cards.length + pick.places.length > 0
    return { first, second: { text: t('play.clear'), on, do: doing.clear } }
  }
  if (mode === 'sealed') return sealed(now, doing)
  return mode === 'wait' ? waiting(now, doing) : crossOrPass(now, doing)
}

function sealed({ view }: Now, { takeBack, tell }: Doing): Buttons {
  const passed = view.chosen?.kind === 'pass'
  return {
    first: { text: t('play.takeback'), on: true, quiet: true, do: takeBack },
    second: { text: t(passed ? 'play.pass.sealed' : 'play.pass'), on: false, do: () => tell(t('play.hint.sealed')) },
  }
}

function waiting({ view, cardGame }: Now, { tellWait }: Doing): Buttons {
  const playing = cardGame !== null && view.public.phase !== 'common'
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
