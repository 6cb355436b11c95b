/** What is around tables, and what comes to them and to the first screen only when it is wanted. */
import { later } from '../later'
import './words'

export { default } from './Around.svelte'
export const fetchCompany = later(() => import('../company/Company.svelte'), 'company')
const fetchCalling = later(() => import('../company/calling'), 'company')
export const fetchMore = later(() => import('../screens/home/More.svelte'), 'company', 'offline')

/** Somebody's turn begins or ends while their page is hidden, or they hide it in the middle of their turn. */
export async function call(table: string, mustAct: boolean, isNews: boolean): Promise<void> {
  ;(await fetchCalling()).call(table, mustAct, isNews)
}
