/** Screens that not everybody comes to, fetched with their words when somebody does. */
import { loadWords, type Part } from './i18n.svelte'

// Vite asks for a style only once: after that, code would come without it.
const lacksStyle = (error: unknown): boolean => String(error).includes('preload CSS')

/** Fetches code and words side by side, and only once; whoever comes after a failure causes another try. */
export function later<T>(fetchCode: () => Promise<T>, ...parts: readonly Part[]): () => Promise<T> {
  let coming: Promise<T> | undefined
  return () => {
    coming ??= Promise.all([fetchCode(), loadWords(...parts)]).then(
      ([code]) => code,
      (error: unknown) => {
        if (!lacksStyle(error)) coming = undefined
        throw error
      },
    )
    return coming
  }
}

export const fetchAround = later(() => import('./around/lazy'))
export const fetchMissing = later(() => import('./screens/Missing.svelte'), 'missing')
export const fetchSettingUp = later(() => import('./screens/home/settingUp'), 'setup', 'play')
export const fetchTable = later(() => import('./screens/Table.svelte'), 'play')
export const fetchGathering = later(() => import('./screens/gathering'), 'gathering', 'setup')
export const fetchDialog = later(() => import('./parts/Dialog.svelte'))
export const fetchMenu = later(() => import('./parts/Menu.svelte'), 'gathering')
export const fetchSentences = later(() => import('./announce'), 'said')
export const fetchMoods = later(() => import('./play/moods'))
export type Moods = Awaited<ReturnType<typeof fetchMoods>>
export const fetchCardTable = later(() => import('./play/cardTable'), 'cards')
export type CardTable = Awaited<ReturnType<typeof fetchCardTable>>
export const fetchEnd = later(() => import('./screens/End.svelte'), 'end')
export const fetchRules = later(() => import('./parts/Rules.svelte'), 'rules')
export const fetchRulebook = later(() => import('./parts/Rulebook.svelte'), 'rules')
export const fetchLearn = later(() => import('./learn/Learn.svelte'), 'learn', 'play', 'cards', 'reasons')
export const fetchCoach = later(() => import('./coach/lazy'), 'coach', 'play', 'cards', 'end')
export type Coach = Awaited<ReturnType<typeof fetchCoach>>
