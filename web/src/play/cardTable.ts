/** What only the card games need. */
export * as cardGame from './cardGame'
export { default as Cards } from './Cards.svelte'
export { default as Hand } from './Hand.svelte'
export { default as Travels } from './Travels.svelte'
