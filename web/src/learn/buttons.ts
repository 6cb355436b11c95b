/** What the buttons below the sheet do in a lesson: the same as at a table, and two things more. */
import { isCardGame } from '../games'
import { t } from '../i18n.svelte'
import { buttons, type Buttons } from '../play/buttons'
import * as cardGame from '../play/cardGame'
import { CLEARED } from '../play/selection'
import type { Guide } from './guide.svelte'
import { READ, ROLL } from './lessons'

export function buttonsOf(guide: Guide): Buttons {
  const only = (text: string, way: string): Buttons => ({
    first: { text, on: true, do: () => guide.choose(way) },
    second: null,
  })
  if (ROLL in guide.moment.next) return only(t('learn.roll'), ROLL)
  if (READ in guide.moment.next) return only(t('learn.next'), READ)
  const { mode, pick, plays, cell } = guide.selected
  return buttons(
    { view: guide.view, mode, cardGame: isCardGame(guide.game) ? cardGame : null, pick, plays, cell, advised: null },
    {
      choose: (choice) => guide.choose(choice),
      clear: () => guide.change(CLEARED),
      showMessage: (text) => (guide.answer = text),
      // A lesson hides nothing, and waits for no other player.
      takeBack: () => undefined,
      showWaiting: () => undefined,
    },
  )
}
