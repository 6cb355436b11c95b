/** How requests are answered: files from the device, pages by the server while it can be reached. */
import { deleteCaches, keptFile, keptPage, MARK } from './keeping'
import { isSite, pathOf, scope, untouched } from './scope'

// Milliseconds until a page from the device is better than none.
const PATIENCE = 3000
// What a proxy says when the server behind it does not answer.
const GATEWAY_ERRORS: readonly number[] = [502, 503, 504]
// A port of localhost may belong to another program tomorrow: so any answer from there counts as the right one.
const IS_SHARED = ['localhost', '127.0.0.1', '[::1]'].includes(scope.location.hostname)

/** Addresses of which nothing may be kept here: requests to the server, and private links. */
const UNTOUCHED = new RegExp(untouched)

type RequestKind = 'file' | 'page' | 'untouched'

export function kindOf({ method, mode, url }: Pick<Request, 'method' | 'mode' | 'url'>, origin: string): RequestKind {
  const address = new URL(url)
  const path = pathOf(address)
  if (method !== 'GET' || address.origin !== origin || UNTOUCHED.test(path)) return 'untouched'
  if (path.startsWith('/assets/')) return 'file'
  return mode === 'navigate' ? 'page' : 'untouched'
}

export async function file(request: Request): Promise<Response> {
  return (await keptFile(pathOf(new URL(request.url)))) ?? fetch(request)
}

// Servers of files say nothing of our own with a page.
const isForeign = (answer: Response): boolean =>
  !isSite &&
  answer.status === 200 &&
  (answer.headers.get('Content-Type') ?? '').startsWith('text/html') &&
  !answer.headers.has(MARK)

/** Whether the host has removed the worker's script, to be rid of it. */
async function isWithdrawn(): Promise<boolean> {
  const { status } = await fetch(scope.location.href, { cache: 'no-store' })
  return status === 404 || status === 410
}

/**
 * Another program has the port now, or the host does not want a worker any more.
 * At an address that belongs to one host, a page that is not ours may be about maintenance: nothing is deleted for that.
 */
async function resignIfForeign(answer: Response): Promise<void> {
  if (!isForeign(answer) || !(IS_SHARED || (await isWithdrawn()))) return
  await scope.registration.unregister()
  await deleteCaches()
}

const pause = (milliseconds: number): Promise<undefined> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds, undefined))

export async function page(event: FetchEvent): Promise<Response> {
  const coming = event.preloadResponse.then((preloaded) => preloaded ?? fetch(event.request))
  event.waitUntil(coming.then(resignIfForeign, () => undefined))
  const arrived = coming.catch(() => undefined)
  const answer = await (IS_SHARED ? arrived : Promise.race([arrived, pause(PATIENCE)]))
  const isGood = answer !== undefined && (IS_SHARED || !GATEWAY_ERRORS.includes(answer.status))
  return isGood ? answer : ((await keptPage().catch(() => undefined)) ?? coming)
}
