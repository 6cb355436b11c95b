/** Calls a player back to a hidden page when it is their turn: a badge, a mark on the icon, a notification. */
import { fileAt, IS_SITE } from '../site'
import { t } from '../i18n.svelte'
import { load } from '../storage'

interface Notice {
  close(): void
}

let called = false
let shown: Promise<Notice | null> = Promise.resolve(null)
let plainIcon: string | null = null

/** Alerts players whose turn begins while the page is hidden. */
export function updateTurnAlert(table: string, mustAct: boolean, isNews: boolean): void {
  if (!mustAct || !document.hidden) clearTurnAlert()
  else if (!called) {
    called = true
    document.addEventListener('visibilitychange', clearTurnAlert, { once: true })
    // Some browsers have no badges, and some only where the page is installed.
    navigator.setAppBadge?.(1).catch(() => undefined)
    void markIcon()
    if (isNews) shown = notify(table)
  }
}

function clearTurnAlert(): void {
  called = false
  document.removeEventListener('visibilitychange', clearTurnAlert)
  navigator.clearAppBadge?.().catch(() => undefined)
  const icon = iconLink()
  if (icon !== null && plainIcon !== null) icon.href = plainIcon
  void shown.then((notice) => notice?.close())
}

const iconLink = (): HTMLLinkElement | null => document.querySelector('link[rel="icon"]')

/** Draws a dot on the icon of the page. */
async function markIcon(): Promise<void> {
  const icon = iconLink()
  if (icon === null) return
  plainIcon ??= icon.href
  try {
    const drawing = await (await fetch(plainIcon)).text()
    const dot = '<circle cx="48" cy="16" r="15" fill="#fff"/><circle cx="48" cy="16" r="11" fill="#141c20"/></svg>'
    if (called) icon.href = `data:image/svg+xml,${encodeURIComponent(drawing.replace('</svg>', dot))}`
  } catch {
    // Without a connection the title has to do.
  }
}

/** One notification for a table, for players who asked for it; it leads back to the page. */
async function notify(table: string): Promise<Notice | null> {
  const wanted = load('notify') === 'on' && 'Notification' in window && Notification.permission === 'granted'
  if (!wanted) return null
  const title = t('label.your_turn')
  const options = {
    tag: `qwixx ${table}`,
    body: t('company.turn.how'),
    icon: fileAt('/icon-192.png'),
    data: location.pathname + (IS_SITE ? location.hash : ''),
  }
  try {
    const notice = new Notification(title, options)
    notice.onclick = () => {
      window.focus()
      notice.close()
    }
    return notice
  } catch {
    return throughWorker(title, options)
  }
}

/** Phones show notifications only through the worker of an installed page. */
async function throughWorker(title: string, options: NotificationOptions & { tag: string }): Promise<Notice | null> {
  const worker = await navigator.serviceWorker?.getRegistration()
  if (worker === undefined) return null
  await worker.showNotification(title, options)
  return (await worker.getNotifications({ tag: options.tag }))[0] ?? null
}
