// Asking the coach: a hint belongs to the decision it was asked for in.
import type { Send } from '../connection.svelte'
import { fetchCoach, type Coach } from '../lazy'
import { problemOf } from '../problems'
import type { Advice } from '../protocol'

interface Hint {
  decision: string
  advice: Advice
  coach: Coach
}

export class Hints {
  #given = $state.raw<Hint | null>(null)
  #asked = $state<string | null>(null)

  /** What the coach said about this decision. */
  about(decision: string): Hint | null {
    return this.#given?.decision === decision ? this.#given : null
  }

  isThinking(decision: string): boolean {
    return this.#asked === decision
  }

  /** What went wrong, in words. */
  async ask(decision: string, send: Send): Promise<string | null> {
    if (this.#asked === decision) return null
    this.#asked = decision
    const problem = await problemOf(
      Promise.all([send({ type: 'hint' }), fetchCoach()]).then(([reply, coach]) => {
        if (reply.type === 'hinted') this.#given = { decision, advice: reply.advice, coach }
      }),
    )
    if (this.#asked === decision) this.#asked = null
    return problem
  }
}
