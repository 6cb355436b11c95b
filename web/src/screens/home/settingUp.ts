/** For tables that are not the usual one: what most who come to play now never open. */
export { findOpenGames } from './openGames'
export { default as OpenGames } from './OpenGames.svelte'
export { default as Options } from './Options.svelte'
export { default as Players } from './Players.svelte'
