/** The browser's install prompt, whose event comes once and early: it is kept until the player wants it. */

export interface Offer extends Event {
  prompt(): Promise<unknown>
}

let offer: Offer | null = null

export const kept = (): Offer | null => offer

addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  offer = event as Offer
})
