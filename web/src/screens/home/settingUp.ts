/** What is opened on the first screen: answers to its questions, options, a code. */
export { default as CodeForm } from './CodeForm.svelte'
export { default as FriendsOptions } from './FriendsOptions.svelte'
export { default as Games } from './Games.svelte'
export { default as PlainOptions } from './PlainOptions.svelte'
export { default as WithWhom } from './WithWhom.svelte'
