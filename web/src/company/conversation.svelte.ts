/** What was said at a table, and how much of it somebody at this page has noticed. */
import type { Numbered, Reacted, Said } from '../protocol'

export interface Word {
  seq: number
  what: Said | Reacted
}

export function wordsIn(happened: readonly Numbered[]): Word[] {
  return happened.flatMap(({ seq, what }) => (what.type === 'said' || what.type === 'reacted' ? [{ seq, what }] : []))
}

class Conversation {
  /** The number of the last word that was looked at. */
  readUpTo = $state(0)
  private heardUpTo: number

  /** What was said before the page was opened counts as known. */
  constructor(last: number) {
    this.readUpTo = this.heardUpTo = last
  }

  /** What is new since the last time. */
  hear(words: readonly Word[]): Word[] {
    const news = words.filter(({ seq }) => seq > this.heardUpTo)
    this.heardUpTo = news.at(-1)?.seq ?? this.heardUpTo
    return news
  }
}

const conversations = new Map<string, Conversation>()

/** The conversation at a table: it goes on when another screen of the table is shown. */
export function conversationAt(table: string, happened: readonly Numbered[]): Conversation {
  const found = conversations.get(table) ?? new Conversation(happened.at(-1)?.seq ?? 0)
  conversations.set(table, found)
  return found
}
