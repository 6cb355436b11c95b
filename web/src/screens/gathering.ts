/** Until everyone is there: what those who play with bots alone never see. */
export { default as Join } from '../lobby/Join.svelte'
export { default as Lobby } from '../lobby/Lobby.svelte'
