/** What tables show of what there is beside them, fetched with its words when somebody opens it. */
import { later } from '../later'
import './words'

export const fetchTableFairness = later(() => import('../fairness/TableFairness.svelte'), 'fairness')
