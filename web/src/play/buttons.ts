// What the buttons below the sheet say and do.
import { t } from '../i18n.svelte'
import type { Choice, View } from '../protocol'
import type { Mode } from './game'
import type { CardGame, Picked, Plays } from './selection.svelte'
import { CHIP, chipOf, type Chip } from './text'

export interface Act {
  /** Words; where they hold CHIP, the chip is drawn. */
  text: string
  chip?: Chip
  /** Whether it does something state; if not, a tap says why. */
  on: boolean
  /** Whether it is not what one comes here for. */
  quiet?: boolean
  /** Whether the coach would do it. */
  best?: boolean
  do: () => void
}

export interface Buttons {
  first: Act
  /** Null if the first one is the only possibility. */
  second: Act | null
}

export interface ButtonsState {
  view: View
  mode: Mode
  cardGame: CardGame | null
  pick: Picked
  plays: Plays
  /** The number that is chosen and not sent. */
  cell: Choice | null
  /** What the coach would choose. */
  advised: Choice | null
}

interface HintHandlers {
  ask: () => void
  showMessage: (text: string) => void
  showWaiting: () => void
}

export interface Handlers {
  choose: (choice: string) => void
  takeBack: () => void
  clear: () => void
  showMessage: (text: string) => void
  /** Says whom everyone waits for. */
  showWaiting: () => void
}

/** Asks the coach if the player has a choice; otherwise says why not. */
export function hintButton(view: View, mode: Mode, handlers: HintHandlers): Act {
  const on = view.choices.length > 1 && mode !== 'sealed'
  const refuse = (): void => {
    if (mode === 'wait') handlers.showWaiting()
    else handlers.showMessage(t(mode === 'sealed' ? 'play.hint.sealed' : 'play.coach.only'))
  }
  return { text: t('play.coach'), on, do: on ? handlers.ask : refuse }
}

export function buttons(state: ButtonsState, handlers: Handlers): Buttons {
  const { mode, pick, cardGame } = state
  if (cardGame !== null && (mode === 'draw' || mode === 'play')) {
    const first = mode === 'draw' ? cardGame.takeButton(state, handlers) : cardGame.playButton(state, handlers)
    const on = pick.cards.length + pick.places.length > 0
    return { first, second: { text: t('play.clear'), on, do: handlers.clear } }
  }
  if (mode === 'sealed') return sealed(state, handlers)
  return mode === 'wait' ? waiting(state, handlers) : crossOrPass(state, handlers)
}

function sealed({ view }: ButtonsState, { takeBack, showMessage }: Handlers): Buttons {
  const passed = view.chosen?.kind === 'pass'
  return {
    first: { text: t('act.undo'), on: true, quiet: true, do: takeBack },
    second: {
      text: t(passed ? 'play.pass.sealed' : 'play.pass'),
      on: false,
      do: () => showMessage(t('play.hint.sealed')),
    },
  }
}

function waiting({ view, cardGame }: ButtonsState, { showWaiting }: Handlers): Buttons {
  const playing = cardGame !== null && view.public.phase !== 'common'
  return {
    first: { text: t(playing ? 'play.play.none' : 'play.cross.none'), on: false, do: showWaiting },
    second: { text: t(playing ? 'play.clear' : 'play.pass'), on: false, do: showWaiting },
  }
}

function crossOrPass({ view, cell, advised }: ButtonsState, { choose, showMessage }: Handlers): Buttons {
  const passing = view.choices.find((choice) => choice.kind === 'pass')
  const pass: Act = {
    text: t('play.pass'),
    on: true,
    best: advised?.kind === 'pass',
    do: () => passing && choose(passing.text),
  }
  if (!view.choices.some((choice) => choice.kind === 'cross')) return { first: pass, second: null }
  if (!cell?.colour) {
    return {
      first: { text: t('play.cross.none'), on: false, do: () => showMessage(t('play.hint.cell')) },
      second: pass,
    }
  }
  const chip = chipOf(cell.colour, cell.numbers)
  return { first: { text: t('play.cross', { what: CHIP }), chip, on: true, do: () => choose(cell.text) }, second: pass }
}
