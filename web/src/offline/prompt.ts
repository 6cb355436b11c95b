/** The browser's offer to install the client, which comes once and early: it is kept until it is wanted. */

export interface Offer extends Event {
  prompt(): Promise<unknown>
}

let offer: Offer | null = null

export const kept = (): Offer | null => offer

addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  offer = event as Offer
})
