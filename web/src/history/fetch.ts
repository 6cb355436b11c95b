/** What the end of a game needs of the history. */
import '../around/words'
import { later } from '../later'

export const fetchKeeper = later(() => import('./keeper'), 'history')
