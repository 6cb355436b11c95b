// Commands to the table, one at a time, questions to it, and the messages about them.
import type { Send } from '../connection.svelte'
import { t } from '../i18n.svelte'
import { Overtaken, problemOf, reasonWords } from '../problems'
import { Slow } from '../slow.svelte'
import { toast } from '../toast.svelte'

const SHORTEST_WHILE = 4000
const WHILE_PER_LETTER = 80

export class TableCommands {
  #reason = $state<string | null>(null)
  #isSending = $state(false)
  readonly slow = new Slow()
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #send: () => Send

  constructor(send: () => Send) {
    this.#send = send
  }

  /** The message on the felt; it is hidden after a while. */
  get reason(): string | null {
    return this.#reason
  }

  /** Whether a command is on its way. */
  get isSending(): boolean {
    return this.#isSending
  }

  readonly showMessage = (text: string): void => {
    clearTimeout(this.#timer)
    this.#reason = text
    this.#timer = setTimeout(this.hideMessage, Math.max(SHORTEST_WHILE, text.length * WHILE_PER_LETTER))
  }

  readonly hideMessage = (): void => {
    clearTimeout(this.#timer)
    this.#reason = null
  }

  /** Why may this not be chosen? */
  async ask(choice: string): Promise<void> {
    const problem = await problemOf(
      this.#send()({ type: 'ask', choice }).then(async (reply) => {
        if (reply.type === 'answer' && reply.reason) this.showMessage(await reasonWords(reply.reason))
      }),
    )
    if (problem !== null) this.showMessage(problem)
  }

  /** One thing at a time; whether it was done. */
  async command(message: Parameters<Send>[0]): Promise<boolean> {
    if (this.#isSending) return false
    this.#isSending = true
    this.hideMessage()
    let isLate = false
    const sent = this.#send()(message).catch((error: unknown) => {
      if (!(error instanceof Overtaken)) throw error
      isLate = true
    })
    const problem = await this.slow.watch(problemOf(sent))
    this.#isSending = false
    // Its decision is over, and the felt is about the next one.
    if (isLate) toast.show(t('lost.late'))
    if (problem !== null) this.showMessage(problem)
    return problem === null && !isLate
  }
}
