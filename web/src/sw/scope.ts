/** The part of a service worker's surroundings that is used here: TypeScript knows them only instead of a page's. */

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

export interface FetchEvent extends ExtendableEvent {
  readonly request: Request
  readonly preloadResponse: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}

interface Messaged extends ExtendableEvent {
  readonly data: unknown
  readonly source: { postMessage(message: unknown): void } | null
}

interface Clicked extends ExtendableEvent {
  readonly notification: Notification
}

export interface WindowClient {
  readonly url: string
  focus(): Promise<unknown>
}

interface Events {
  install: ExtendableEvent
  activate: ExtendableEvent
  fetch: FetchEvent
  message: Messaged
  notificationclick: Clicked
}

interface Scope {
  readonly clients: {
    claim(): Promise<void>
    matchAll(which: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly WindowClient[]>
    openWindow(url: string): Promise<unknown>
  }
  readonly location: Location
  readonly registration: ServiceWorkerRegistration
  skipWaiting(): Promise<void>
  addEventListener<E extends keyof Events>(type: E, listener: (event: Events[E]) => void): void
}

export const scope = self as unknown as Scope
