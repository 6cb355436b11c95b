/** One short sentence at the top of the screen that goes away by itself. */
import { announce } from './announce.svelte'

let text = $state('')

/** The sentence now: read `toast.text`, show one with `showToast`. */
export const toast = {
  get text(): string {
    return text
  },
}

let timer: ReturnType<typeof setTimeout> | undefined

export function showToast(sentence: string): void {
  clearTimeout(timer)
  text = sentence
  announce(sentence)
  timer = setTimeout(() => (text = ''), Math.max(4000, sentence.length * 70))
}
