/** One short sentence at the top of the screen that goes away by itself. */
import { announce } from './announce.svelte'

class Toast {
  #text = $state('')
  #timer: ReturnType<typeof setTimeout> | undefined

  get text(): string {
    return this.#text
  }

  readonly show = (sentence: string): void => {
    clearTimeout(this.#timer)
    this.#text = sentence
    announce(sentence)
    this.#timer = setTimeout(() => (this.#text = ''), Math.max(4000, sentence.length * 70))
  }
}

export const toast = new Toast()
