/** How requests are answered: files from the device, pages by the server as long as there is one. */
import { forgetAll, keptFile, keptPage, MARK } from './keeping'
import { scope, type FetchEvent } from './scope'

// Milliseconds until a page from the device is better than none.
const PATIENCE = 3000
// What a proxy says when the server behind it does not answer.
const GATEWAY_ERRORS: readonly number[] = [502, 503, 504]
// Ports of one's own machine belong to one program today and to another tomorrow: whatever answers there is right.
const IS_SHARED = ['localhost', '127.0.0.1', '[::1]'].includes(scope.location.hostname)

/** Paths of which nothing may be known here: requests to the server, and private links. */
const UNTOUCHED = /^\/(api|ws|healthz|readyz)(\/|$)|\/s\//

export type Kind = 'file' | 'page' | 'untouched'

export function kindOf({ method, mode, url }: Pick<Request, 'method' | 'mode' | 'url'>, origin: string): Kind {
  const { origin: asked, pathname } = new URL(url)
  if (method !== 'GET' || asked !== origin || UNTOUCHED.test(pathname)) return 'untouched'
  if (pathname.startsWith('/assets/')) return 'file'
  return mode === 'navigate' ? 'page' : 'untouched'
}

export async function file(request: Request): Promise<Response> {
  return (await keptFile(new URL(request.url).pathname)) ?? fetch(request)
}

const isForeign = (answer: Response): boolean =>
  answer.status === 200 &&
  (answer.headers.get('Content-Type') ?? '').startsWith('text/html') &&
  !answer.headers.has(MARK)

/** Somebody else is at this address now, or our host does not want a worker any more. */
async function resignIfForeign(answer: Response): Promise<void> {
  if (!isForeign(answer)) return
  await scope.registration.unregister()
  await forgetAll()
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
