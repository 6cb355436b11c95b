/** Whether something that was asked for takes so long that it has to be said. */
import { t } from './i18n.svelte'
import { problemOf } from './problems'

// Milliseconds; what is answered sooner needs no word.
const NOTICED = 400

export class Slow {
  /** How many of the things asked for take long. */
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

/** A request of a control to the server, and its message while it runs and afterwards. */
export class Sending {
  #busy = $state(false)
  #problem = $state<string | null>(null)
  readonly #slow = new Slow()
  readonly isSlow = $derived(this.#slow.isSlow)
  /** For a place that has no button with words. */
  readonly note = $derived(this.isSlow ? t('sending') : this.#problem)

  get busy(): boolean {
    return this.#busy
  }

  /** Why the last thing asked for did not happen. */
  get problem(): string | null {
    return this.#problem
  }

  /** Whether it happened; `failed`: what to say where there was no answer. */
  async ask(asked: Promise<unknown>, failed?: string): Promise<boolean> {
    this.#busy = true
    this.#problem = null
    this.#problem = await this.#slow.watch(problemOf(asked, failed))
    this.#busy = false
    return this.#problem === null
  }

  /** The words of a button. */
  readonly words = (text: string): string => (this.isSlow ? t('sending') : text)
}
