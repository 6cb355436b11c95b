// Talking to the table: commands one at a time, questions, and what is said about them for a while.
import type { Send } from '../connection.svelte'
import { problemOf, whyNot } from '../problems'

const SHORTEST_WHILE = 4000
const WHILE_PER_LETTER = 80

export class Talk {
  /** A sentence that stands on the felt for a while. */
  reason = $state<string | null>(null)
  #sending = false
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #send: () => Send

  constructor(send: () => Send) {
    this.#send = send
  }

  readonly tell = (text: string): void => {
    clearTimeout(this.#timer)
    this.reason = text
    this.#timer = setTimeout(this.hush, Math.max(SHORTEST_WHILE, text.length * WHILE_PER_LETTER))
  }

  readonly hush = (): void => {
    clearTimeout(this.#timer)
    this.reason = null
  }

  /** Why may this not be chosen? */
  async ask(choice: string): Promise<void> {
    const problem = await problemOf(
      this.#send()({ type: 'ask', choice }).then(async (reply) => {
        if (reply.type === 'answer' && reply.reason) this.tell(await whyNot(reply.reason))
      }),
    )
    if (problem !== null) this.tell(problem)
  }

  /** One thing at a time; whether it was done. */
  async command(message: Parameters<Send>[0]): Promise<boolean> {
    if (this.#sending) return false
    this.#sending = true
    this.hush()
    const problem = await problemOf(this.#send()(message))
    this.#sending = false
    if (problem !== null) this.tell(problem)
    return problem === null
  }
}
