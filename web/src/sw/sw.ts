/**
 * The service worker: it keeps one version of the client on the device, for use without a server.
 *
 * A visit with a network always gets the server's page. A new version waits until no page of another one is open,
 * so that a game which is being played finds its files.
 */
import { file, kindOf, page } from './answering'
import { files, isSite, pathOf, scope } from './scope'
import { deleteOutdatedFiles, keepFiles, install } from './keeping'
import type { WorkerMessage, News } from './messages'

// Firefox (153) shows an error where a preload fails, whatever the worker answers.
const IS_FIREFOX = navigator.userAgent.includes('Firefox/')

scope.addEventListener('install', (event) => event.waitUntil(install()))

scope.addEventListener('activate', (event) => {
  const begin = async (): Promise<void> => {
    await deleteOutdatedFiles()
    // The server is asked while the worker is still waking up.
    const { navigationPreload } = scope.registration
    await (IS_FIREFOX ? navigationPreload?.disable() : navigationPreload?.enable())
    await scope.clients.claim()
  }
  event.waitUntil(begin())
})

scope.addEventListener('fetch', (event) => {
  const kind = kindOf(event.request, scope.location.origin)
  if (kind === 'file') event.respondWith(file(event.request))
  if (kind === 'page') event.respondWith(page(event))
})

const pages = (): Promise<readonly WindowClient[]> =>
  scope.clients.matchAll({ type: 'window', includeUncontrolled: true })

async function isOnlyOne(): Promise<boolean> {
  return (await pages()).length === 1
}

/** To the page of a table, or to a new one. */
async function lead(path: string): Promise<void> {
  const shown = (await pages()).find(({ url }) => {
    const { pathname, hash } = new URL(url)
    return (isSite ? pathname + hash : pathname) === path
  })
  await (shown === undefined ? scope.clients.openWindow(path) : shown.focus())
}

scope.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(lead(String(event.notification.data)))
})

async function answer(message: WorkerMessage, reply: (news: News) => void): Promise<void> {
  if (message.type === 'keep') {
    await keepFiles(message.language)
    // What games need is downloaded by a page, after this version has begun.
    return deleteOutdatedFiles()
  }
  if (!files.includes(pathOf(new URL(message.script, scope.location.href)))) return reply('newer')
  await keepFiles(message.language)
  if (await isOnlyOne()) await scope.skipWaiting()
}

scope.addEventListener('message', (event) => {
  const answered = answer(event.data as WorkerMessage, (news) => event.source?.postMessage(news))
  // What cannot be kept now is tried again at the next visit.
  event.waitUntil(answered.catch(() => undefined))
})
