/** What only those load who ask the coach. */
export { default as AdviceList } from './AdviceList.svelte'
export { default as Review } from './Review.svelte'
export { hintWords } from './words'
