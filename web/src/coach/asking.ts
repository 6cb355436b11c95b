/** What a page asks of the coach. */
import { onDestroy } from 'svelte'
import { t } from '../i18n.svelte'
import { Refusal, whyNot } from '../problems'

// What the server needs a moment for is asked for again by itself.
const PAUSE = 2000

interface Question<T> {
  request: () => Promise<T>
  onanswer: (answer: T) => void
  /** Whether to ask again may help: a refusal stays one. */
  onproblem: (problem: string, mayPass: boolean) => void
}

/** A way to ask: only the latest question counts, and none after the page is gone. */
export function asking<T>(): (question: Question<T>) => void {
  let latest: Question<T> | null = null
  onDestroy(() => (latest = null))

  async function put(question: Question<T>): Promise<void> {
    if (question !== latest) return
    const { request, onanswer, onproblem } = question
    try {
      const answer = await request()
      if (question === latest) onanswer(answer)
    } catch (error) {
      if (question !== latest) return
      if (!(error instanceof Refusal)) onproblem(t('failed'), true)
      else if (error.reason.code === 'coach_busy') setTimeout(() => void put(question), PAUSE)
      else onproblem(await whyNot(error.reason), false)
    }
  }

  return (question) => {
    latest = question
    void put(question)
  }
}
