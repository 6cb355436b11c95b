/** Until everybody is there: what those who play with bots alone never see. */
export { default as Join } from './Join.svelte'
export { default as Waiting } from './Waiting.svelte'
