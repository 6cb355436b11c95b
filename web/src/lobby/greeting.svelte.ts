/** The player who has just sat down, while this page is open. */
import type { SeatInfo } from '../protocol'

// Milliseconds for which a player is greeted.
const GREETED = 900

export class Greeting {
  #name = $state<string | null>(null)

  constructor(seats: () => readonly SeatInfo[]) {
    let known: readonly string[] | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    $effect(() => {
      const people = seats().flatMap((each) => each.name ?? [])
      const news = known === null ? undefined : people.find((each) => !known?.includes(each))
      // A player who changes their name has been here before.
      const isSame = known?.length === people.length
      known = people
      if (news === undefined || isSame) return
      this.#name = news
      clearTimeout(timer)
      timer = setTimeout(() => (this.#name = null), GREETED)
    })
    $effect(() => () => clearTimeout(timer))
  }

  get name(): string | null {
    return this.#name
  }
}
