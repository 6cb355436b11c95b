/** What a table needs until everyone is there; games against bots alone never load it. */
export { default as Join } from '../lobby/Join.svelte'
export { default as Lobby } from '../lobby/Lobby.svelte'
