/** Uncaught errors: the player reads a sentence, and the server counts them. */
import { t } from './i18n.svelte'
import { IS_SITE } from './site'
import { toast } from './toast.svelte'

const COUNTED_AT = '/api/client-errors'

/** Logs an error for developers, and has the server count it, without its details. */
export function reportError(error: unknown): void {
  console.error(error)
  if (!IS_SITE) navigator.sendBeacon(COUNTED_AT)
}

function onUncaught(error: unknown): void {
  reportError(error)
  toast.show(t('crashed'))
}

/** Listens for errors in event handlers and promises; those in components have their boundary in App. */
export function watchErrors(): void {
  // An event without an error is harmless: a ResizeObserver postpones notifications to the next frame.
  addEventListener('error', ({ error }) => {
    if (error) onUncaught(error)
  })
  addEventListener('unhandledrejection', (event) => onUncaught(event.reason))
}
