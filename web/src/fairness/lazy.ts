/** The parts of other pages that tables show, fetched when they are opened. */
import { lazy } from '../lazy'

export const fetchTableFairness = lazy(() => import('./TableFairness.svelte'))
