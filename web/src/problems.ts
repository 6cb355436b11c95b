/** What goes wrong between this page and the server, and how it is told. */
import { loadWords, reasonText, t } from './i18n.svelte'
import type { Reason } from './protocol'

/** The server understood, and does not do it. */
export class Refusal extends Error {
  constructor(readonly reason: Reason) {
    super(reason.text)
  }
}

/** The command did not get through, or its answer did not come back. Trying again is safe. */
export class ConnectionLost extends Error {
  constructor() {
    super('the connection was lost')
  }
}

/** Why not, in words that are fetched when first needed; if they do not come, the server's own have to do. */
export async function whyNot(reason: Reason): Promise<string> {
  await loadWords('reasons').catch(() => undefined)
  return reasonText(reason)
}

/** Why something that was asked for did not happen, in words; null if it did. */
export async function problemOf(asked: Promise<unknown>): Promise<string | null> {
  try {
    await asked
    return null
  } catch (error) {
    if (error instanceof Refusal) return await whyNot(error.reason)
    return t(error instanceof ConnectionLost ? 'lost.send' : 'failed')
  }
}
