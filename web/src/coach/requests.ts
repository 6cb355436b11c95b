/** What a page asks of the coach. */
import { onDestroy } from 'svelte'
import { here } from '../device/here.svelte'
import { t } from '../i18n.svelte'
import { Refusal, reasonWords } from '../problems'
import { PATIENCE_FOR_THOUGHT, request } from '../api'
import type { NewTable, PosedPuzzle } from '../protocol'

// While the server is busy, the question is retried automatically: after this many milliseconds, for a minute.
const PAUSE = 2000
const TRIES = 30

interface Question<T> {
  request: () => Promise<T>
  onanswer: (answer: T) => void
  /** Whether to ask again may help: a refusal stays one. */
  onproblem: (problem: string, mayPass: boolean) => void
}

/** Does something after a pause; a hidden page waits until it is visible. */
function afterPause(then: () => void): void {
  setTimeout(() => {
    if (document.hidden) document.addEventListener('visibilitychange', then, { once: true })
    else then()
  }, PAUSE)
}

/** A way to ask: only the latest question counts, and none after the page is gone. */
export function latestRequest<T>(): (question: Question<T>) => void {
  let latest: Question<T> | null = null
  onDestroy(() => (latest = null))

  async function put(question: Question<T>, tries = TRIES): Promise<void> {
    if (question !== latest) return
    const { request, onanswer, onproblem } = question
    try {
      const answer = await request()
      if (question === latest) onanswer(answer)
    } catch (error) {
      if (question !== latest) return
      if (!(error instanceof Refusal)) return onproblem(t(here.playsOffline ? 'device.coach' : 'failed'), true)
      const isBusy = error.reason.code === 'coach_busy'
      if (isBusy && tries > 1) afterPause(() => void put(question, tries - 1))
      else onproblem(await reasonWords(error.reason), isBusy)
    }
  }

  return (question) => {
    latest = question
    void put(question)
  }
}

/** The puzzle of a seed, or any. */
export async function fetchPuzzle(game: NewTable['game'], seed: string | null): Promise<PosedPuzzle> {
  const query = new URLSearchParams(seed === null ? { game } : { game, seed })
  return (await request(`/api/puzzle?${query}`, undefined, PATIENCE_FOR_THOUGHT)).json() as Promise<PosedPuzzle>
}
