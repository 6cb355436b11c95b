/** What the end of a game needs of the history. */
import { lazy } from '../lazy'

export const fetchKeeper = lazy(() => import('./keeper'))
