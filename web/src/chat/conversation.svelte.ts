/** The chat of a table, and how much of it was read on this page. */
import type { HappeningWithSeq, Moved, Reacted, Said } from '../protocol'
import { t } from '../i18n.svelte'
import type { IconName } from '../parts/icons'

export interface ChatLine {
  seq: number
  what: Said | Reacted
}

/** What was said, by the seats that people have now; words of players who left before the game are gone. */
export function linesIn(happened: readonly HappeningWithSeq[]): ChatLine[] {
  let words: ChatLine[] = []
  for (const { seq, what } of happened) {
    if (what.type === 'said' || what.type === 'reacted') words.push({ seq, what })
    else if (what.type === 'left') words = words.filter((word) => word.what.seat !== what.seat)
    else if (what.type === 'moved') words = words.map((word) => seatedElsewhere(word, what))
  }
  return words
}

function seatedElsewhere(word: ChatLine, { seat, to }: Moved): ChatLine {
  const { what } = word
  if (what.seat !== seat && what.seat !== to) return word
  return { ...word, what: { ...what, seat: what.seat === seat ? to : seat } }
}

class Conversation {
  #readUpTo = $state(0)
  #heardUpTo: number

  /** What was said before the page was opened counts as known. */
  constructor(last: number) {
    this.#readUpTo = this.#heardUpTo = last
  }

  /** The number of the last word that was looked at. */
  get readUpTo(): number {
    return this.#readUpTo
  }

  read(upTo: number): void {
    this.#readUpTo = Math.max(this.#readUpTo, upTo)
  }

  /** What is new since the last time. */
  takeNew(words: readonly ChatLine[]): ChatLine[] {
    const news = words.filter(({ seq }) => seq > this.#heardUpTo)
    this.#heardUpTo = news.at(-1)?.seq ?? this.#heardUpTo
    return news
  }
}

const conversations = new Map<string, Conversation>()

/** The conversation at a table: it goes on when another screen of the table is shown. */
export function conversationAt(table: string, happened: readonly HappeningWithSeq[]): Conversation {
  const found = conversations.get(table) ?? new Conversation(happened.at(-1)?.seq ?? 0)
  conversations.set(table, found)
  return found
}

export function chatSentence(what: ChatLine['what'], names: readonly string[]): string {
  const name = names[what.seat] ?? ''
  if (what.type === 'said') return t('company.said', { name, text: what.text })
  return t('company.said', { name, text: t(`company.react.${what.reaction}`) })
}

type Reaction = Reacted['reaction']

/** In the order in which they are offered. */
export const REACTION_ICONS: Readonly<Record<Reaction, IconName>> = {
  well_done: 'medal',
  ouch: 'dizzy',
  lucky: 'horseshoe',
  thinking: 'thought',
  thanks: 'glad',
  hurry: 'hourglass',
}

export const REACTIONS = Object.keys(REACTION_ICONS) as readonly Reaction[]
