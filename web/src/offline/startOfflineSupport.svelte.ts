/** What a page does when its first screen is idle: it prepares the next visit, which may be offline. */
import { mount } from 'svelte'
import { here } from '../device/here.svelte'
import { lazy } from '../lazy'
import { router } from '../router.svelte'
import { IS_SITE } from '../site'
import { server } from './server.svelte'
import { askForUpdate, keepClient, version } from './worker.svelte'

const fetchNotice = lazy(() => import('./Notice.svelte'))

/** Updates the download for games on this device to the version of the client. */
async function updatePack(): Promise<void> {
  const { updatePack } = await import('../device/downloadPack')
  await updatePack().catch(() => undefined)
}

async function showNotice(): Promise<void> {
  const { default: Notice } = await fetchNotice()
  mount(Notice, { target: document.body, anchor: document.body.firstChild ?? undefined })
}

function watchForNews(): void {
  let isShown = false
  $effect.root(() => {
    $effect(() => {
      if (isShown || !((server.isLost && !IS_SITE) || version.isOutdated)) return
      isShown = true
      showNotice().catch(() => (isShown = false))
    })
  })
}

server.watch(() => {
  if (server.openedOffline && router.page.route?.asksOnce) location.reload()
  else void askForUpdate().catch(() => undefined)
})
watchForNews()
void keepClient()
if (here.installedPack !== null && (IS_SITE || !server.isLost)) void updatePack()
