/** What only those load who ask the coach: its screens, and before them its words. */
import { loadCoach } from '../i18n.svelte'

export { default as AdviceList } from './AdviceList.svelte'
export { default as Puzzle } from './Puzzle.svelte'
export { default as Review } from './Review.svelte'
export { hintWords } from './hint'

await loadCoach()
