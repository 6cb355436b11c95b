/** What only the card games show. */
export { default as Cards } from './Cards.svelte'
export { default as Hand } from './Hand.svelte'
