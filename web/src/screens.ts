// Generated from server/web/pages.py by `make types`; do not edit.
import type { Component } from 'svelte'
import { lazy } from './lazy'
import type { Screen } from './pages'
import Home from './screens/Home.svelte'

export { Home }

type Later = Exclude<Screen, 'Home'>
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export const SCREENS: Readonly<Record<Later, () => Promise<{ default: Component<any> }>>> = {
  Table: lazy(() => import('./screens/Table.svelte')),
  TvStart: lazy(() => import('./tv/TvStart.svelte')),
  TvScreen: lazy(() => import('./tv/TvScreen.svelte')),
  Puzzle: lazy(() => import('./coach/Puzzle.svelte')),
  Learn: lazy(() => import('./learn/Learn.svelte')),
  Daily: lazy(() => import('./daily/Daily.svelte')),
  DailyPuzzle: lazy(() => import('./daily/DailyPuzzle.svelte')),
  Fairness: lazy(() => import('./fairness/Fairness.svelte')),
  Offline: lazy(() => import('./device/Offline.svelte')),
  History: lazy(() => import('./history/History.svelte')),
  PadScreen: lazy(() => import('./pad/PadScreen.svelte')),
  Replay: lazy(() => import('./replay/Replay.svelte')),
}
