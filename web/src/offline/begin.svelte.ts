/** What a page does when its first screen has come to rest: it sees to the next visit, which may be without a network. */
import { mount } from 'svelte'
import '../around/words'
import { later } from '../later'
import { router } from '../router.svelte'
import { reach, watchReach } from './reach.svelte'
import { askForUpdate, keepClient, version } from './worker.svelte'

const fetchNotice = later(() => import('./Notice.svelte'), 'offline', 'pad', 'history')

/** Pages that only show what the server says, and ask for it once. */
const ASKING_ONCE = ['daily', 'fairness']
const asksOnce = (): boolean =>
  router.page.name === 'puzzle' || (router.page.name === 'around' && ASKING_ONCE.includes(router.page.path[0] ?? ''))

async function showNotice(): Promise<void> {
  const { default: Notice } = await fetchNotice()
  mount(Notice, { target: document.body, anchor: document.body.firstChild ?? undefined })
}

function watchForNews(): void {
  let isShown = false
  $effect.root(() => {
    $effect(() => {
      if (isShown || !(reach.isLost || version.isOutdated)) return
      isShown = true
      showNotice().catch(() => (isShown = false))
    })
  })
}

watchReach(() => {
  if (reach.isFromDevice && asksOnce()) location.reload()
  else void askForUpdate().catch(() => undefined)
})
watchForNews()
void keepClient()
