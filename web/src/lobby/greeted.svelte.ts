/** The player who has just sat down, while this page is open. */
import type { SeatInfo } from '../protocol'

// Milliseconds for which a player is greeted.
const GREETED = 900

export function greeted(seats: () => readonly SeatInfo[]): { readonly name: string | null } {
  let name = $state<string | null>(null)
  let known: readonly string[] | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  $effect(() => {
    const people = seats().flatMap((each) => each.name ?? [])
    const news = known === null ? undefined : people.find((each) => !known?.includes(each))
    // Who changes their name has been here before.
    const isSame = known?.length === people.length
    known = people
    if (news === undefined || isSame) return
    name = news
    clearTimeout(timer)
    timer = setTimeout(() => (name = null), GREETED)
  })
  $effect(() => () => clearTimeout(timer))

  return {
    get name() {
      return name
    },
  }
}
