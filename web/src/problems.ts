/** Errors between this page and the server, as sentences. */
import { t } from './i18n.svelte'
import { fetchRefusals } from './lazy'
import type { Reason } from './protocol'

/** The server understood, and does not do it. */
export class Refusal extends Error {
  constructor(readonly reason: Reason) {
    super(reason.text)
  }
}

/** The question did not get through, or its answer did not come back. Asking again is safe. */
export class ConnectionLost extends Error {
  constructor() {
    super('the connection was lost')
  }
}

/** Something that was asked for with a key, and may have been done. Asking again is safe. */
export class Unanswered extends Error {
  constructor() {
    super('there was no answer')
  }
}

/** A command that arrived too late: the game went on without it while the connection was lost. */
export class Overtaken extends Error {
  constructor() {
    super('the game went on')
  }
}

/** Why not, in words that are fetched when first needed; if they do not come, the server's own have to do. */
export async function reasonWords(reason: Reason): Promise<string> {
  const refusals = await fetchRefusals().catch(() => null)
  return refusals?.reasonText(reason) ?? reason.text
}

/** Why something that was asked for did not happen, in words; null if it did. `failed`: that there was no answer. */
export async function problemOf(asked: Promise<unknown>, failed?: string): Promise<string | null> {
  try {
    await asked
    return null
  } catch (error) {
    if (error instanceof Refusal) return await reasonWords(error.reason)
    if (error instanceof Overtaken) return t('lost.late')
    if (error instanceof ConnectionLost) return t('lost.send')
    return failed ?? t(error instanceof Unanswered ? 'unanswered' : 'failed')
  }
}
