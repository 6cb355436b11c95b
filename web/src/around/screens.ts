/** What there is beside tables: which screen an address names, fetched with its words. */
import type { Component } from 'svelte'
import { fetchMissing, later } from '../later'
import './words'

const fetchDaily = later(() => import('../daily/Daily.svelte'), 'daily', 'play')
const fetchDailyPuzzle = later(() => import('../daily/DailyPuzzle.svelte'), 'daily', 'coach', 'play', 'cards', 'end')
const fetchFairness = later(() => import('../fairness/Fairness.svelte'), 'fairness', 'replay')
const fetchHistory = later(() => import('../history/History.svelte'), 'history', 'play')
const fetchPad = later(() => import('../pad/Pad.svelte'), 'pad', 'play', 'said', 'end', 'gathering', 'reasons')
const fetchReplay = later(() => import('../replay/Replay.svelte'), 'replay', 'play', 'said', 'cards', 'end')

export interface Screen {
  fetch: () => Promise<{ default: Component<any> }> // eslint-disable-line @typescript-eslint/no-explicit-any
  props: Readonly<Record<string, unknown>>
}

const MISSING: Screen = { fetch: fetchMissing, props: { what: 'page' } }

/** The screen of an address, by its parts: `/t/NAME/replay/2` shows the second game of a table. */
export function screenOf([first, second, third, fourth, ...rest]: readonly string[]): Screen {
  if (rest.length > 0) return MISSING
  if (first === 't' && third === 'replay') {
    const game = fourth === undefined ? null : Number(fourth)
    if (game !== null && !(Number.isInteger(game) && game > 0)) return MISSING
    return { fetch: fetchReplay, props: { table: second, game } }
  }
  if (first === 'daily' && fourth === undefined) {
    if (third === 'puzzle') return { fetch: fetchDailyPuzzle, props: { date: second } }
    if (third === undefined) return { fetch: fetchDaily, props: { date: second ?? null } }
  }
  if (third !== undefined) return MISSING
  if (first === 'pad') return { fetch: fetchPad, props: { pad: second ?? null } }
  if (second !== undefined) return MISSING
  if (first === 'replay') return { fetch: fetchReplay, props: { table: null, game: null } }
  if (first === 'history') return { fetch: fetchHistory, props: {} }
  if (first === 'fairness') return { fetch: fetchFairness, props: {} }
  return MISSING
}
