/** Slow requests: after a delay, a message says that a request is running. */
import { t } from './i18n.svelte'
import { problemOf } from './problems'

// Milliseconds: faster requests show no message.
const NOTICED = 400

export class Slow {
  /** How many requests are slow now. */
  #count = $state(0)
  readonly isSlow = $derived(this.#count > 0)

  async watch<T>(asked: Promise<T>): Promise<T> {
    let isCounted = false
    const timer = setTimeout(() => {
      isCounted = true
      this.#count += 1
    }, NOTICED)
    try {
      return await asked
    } finally {
      clearTimeout(timer)
      if (isCounted) this.#count -= 1
    }
  }
}

/** A control's request to the server: whether it runs, and its message. */
export class Sending {
  #busy = $state(false)
  #problem = $state<string | null>(null)
  readonly #slow = new Slow()
  readonly isSlow = $derived(this.#slow.isSlow)
  /** The message, where no button shows it. */
  readonly note = $derived(this.isSlow ? t('sending') : this.#problem)

  get busy(): boolean {
    return this.#busy
  }

  /** Why the last request failed. */
  get problem(): string | null {
    return this.#problem
  }

  /** Whether the request succeeded; `failed` is the message where there was no answer. */
  async ask(asked: Promise<unknown>, failed?: string): Promise<boolean> {
    this.#busy = true
    this.#problem = null
    this.#problem = await this.#slow.watch(problemOf(asked, failed))
    this.#busy = false
    return this.#problem === null
  }

  /** The text of a button. */
  readonly words = (text: string): string => (this.isSlow ? t('sending') : text)
}
