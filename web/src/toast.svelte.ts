/** One short sentence at the top of the screen that goes away by itself. */
import { speak } from './live.svelte'

export const toast = $state({ text: '' })
let timer: ReturnType<typeof setTimeout> | undefined

export function showToast(text: string): void {
  clearTimeout(timer)
  toast.text = text
  speak(text)
  timer = setTimeout(() => (toast.text = ''), Math.max(4000, text.length * 70))
}
