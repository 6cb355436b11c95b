/** The first and smallest script: it has words and screens fetched side by side, and says so if they do not come. */
import { fetchPart, START } from 'virtual:messages'
import { firstLanguage, isLanguage, LANGUAGES, type Language } from './languages'
import './offline/prompt'
import { load } from './storage'

function chosenLanguage(): Language {
  const saved = load('language')
  return isLanguage(saved) ? saved : firstLanguage(navigator.languages)
}

/** The page has the words in every language; those of this one stay. */
function sayUnloaded(target: HTMLElement, locale: string): void {
  document.documentElement.lang = locale
  for (const line of target.querySelectorAll<HTMLElement>('.late > p')) if (line.lang !== locale) line.remove()
  const words = target.querySelector('.late')
  words?.setAttribute('role', 'alert')
  words?.classList.remove('late')
}

// Milliseconds: a player who starts at once has everything needed by then.
const AT_REST = 10_000

/** What the next visit needs comes after what this one does; a page from the device knows that it is one. */
function scheduleOfflineSupport(): void {
  const begin = (): void => void import('./offline/startOfflineSupport.svelte').catch(() => undefined)
  setTimeout(begin, 'offline' in document.documentElement.dataset ? 0 : AT_REST)
}

/** The browsers named in vite.config.ts have all of this; one that has not would fail in the middle of a game. */
const isTooOld = (): boolean =>
  !('toReversed' in Array.prototype) || !CSS.supports('selector(:has(a)) and (width: 1cqw)')

async function start(): Promise<void> {
  const target = document.getElementById('app')
  if (target === null) throw new Error('index.html has no element "app"')
  const first = chosenLanguage()
  try {
    if (isTooOld()) throw new Error('this browser is too old')
    const [{ show }] = await Promise.all([import('./start'), fetchPart(first, START)])
    await show(target, first)
    scheduleOfflineSupport()
  } catch (error) {
    sayUnloaded(target, LANGUAGES[first].locale)
    throw error
  }
}

void start()
