/** Screens that are fetched, with their messages, when they are first opened. */
import { loadMessages } from './i18n.svelte'

// Vite never retries a failed style preload: a second import would resolve without its styles.
const lacksStyle = (error: unknown): boolean => String(error).includes('preload CSS')

/**
 * Fetches code and messages in parallel, once; a call after a failure retries.
 *
 * The build adds the parts that the messages of this code are in: plugins/messages finds them by what it imports.
 */
export function lazy<T>(fetchCode: () => Promise<T>, ...parts: readonly string[]): () => Promise<T> {
  let coming: Promise<T> | undefined
  return () => {
    coming ??= Promise.all([fetchCode(), loadMessages(parts)]).then(
      ([code]) => code,
      (error: unknown) => {
        if (!lacksStyle(error)) coming = undefined
        throw error
      },
    )
    return coming
  }
}

export const fetchMore = lazy(() => import('./screens/home/More.svelte'))
export const fetchChat = lazy(() => import('./chat/Chat.svelte'))
export const fetchTurnAlert = lazy(() => import('./chat/turnAlert'))
export const fetchMissing = lazy(() => import('./screens/Missing.svelte'))
export const fetchSettingUp = lazy(() => import('./screens/home/settingUp'))
export const fetchGathering = lazy(() => import('./screens/gathering'))
export const fetchDialog = lazy(() => import('./parts/Dialog.svelte'))
export const fetchMenu = lazy(() => import('./parts/Menu.svelte'))
export const fetchRefusals = lazy(() => import('./refusals'))
export type Refusals = Awaited<ReturnType<typeof fetchRefusals>>
export const fetchSentences = lazy(() => import('./eventText'))
export const fetchMoods = lazy(() => import('./play/moods'))
export type Moods = Awaited<ReturnType<typeof fetchMoods>>
export const fetchCardTable = lazy(() => import('./play/cardTable'))
export type CardTable = Awaited<ReturnType<typeof fetchCardTable>>
export const fetchEnd = lazy(() => import('./screens/End.svelte'))
export const fetchRules = lazy(() => import('./parts/Rules.svelte'))
export const fetchRulebook = lazy(() => import('./parts/Rulebook.svelte'))
export const fetchCoach = lazy(() => import('./coach/screens'))
export type Coach = Awaited<ReturnType<typeof fetchCoach>>

export const fetchKeeper = lazy(() => import('./history/keeper'))

export const fetchTableFairness = lazy(() => import('./fairness/TableFairness.svelte'))
