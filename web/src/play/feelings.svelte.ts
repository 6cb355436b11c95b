/** The faces at a table: how they take what happens, for a moment, and who has just come back. */
import { onDestroy, untrack } from 'svelte'
import { locksForAll } from '../sheet'
import { fetchMoods, type Moods } from '../lazy'
import type { Mood } from '../parts/strokes'
import type { HappeningWithSeq, PublicView, TableInfo } from '../protocol'
import { switches } from '../settings.svelte'
import { lastTurn } from './text'

// Milliseconds for which a ring is drawn around the face of a player who is back.
const RING = 900

interface Table {
  info: TableInfo
  view: PublicView
  happened: readonly HappeningWithSeq[]
  /** The seats of players who are away and whom the table waits for. */
  away: ReadonlySet<number>
}

export class Feelings {
  #back = $state<number | null>(null)
  readonly #table: () => Table
  #moods = $state.raw<readonly Mood[]>([])
  #change = ''
  #timer: ReturnType<typeof setTimeout> | undefined
  #backTimer: ReturnType<typeof setTimeout> | undefined

  constructor(table: () => Table) {
    this.#table = table
    // What happened before the page was opened is over.
    let known = untrack(() => table().happened.at(-1)?.seq)
    const latest = $derived(table().happened.at(-1)?.seq)
    $effect(() => {
      if (latest === known) return
      const news = table().happened.filter(({ seq }) => seq > (known ?? 0))
      known = latest
      this.#welcome(news.map(({ what }) => what).findLast((what) => what.type === 'returned')?.seat)
      // Without faces that change the game goes on all the same.
      fetchMoods().then((moods) => this.#feel(moods), Boolean)
    })
    onDestroy(() => {
      clearTimeout(this.#timer)
      clearTimeout(this.#backTimer)
    })
  }

  /** Who has just come back. */
  get back(): number | null {
    return this.#back
  }

  moodOf(seat: number): Mood {
    if (switches.isOn('calm_faces')) return 'rest'
    const { view, away } = this.#table()
    const mood = this.#moods[seat] ?? 'rest'
    return mood === 'rest' && !away.has(seat) && view.to_act.includes(seat) ? 'thinks' : mood
  }

  #feel({ HOLD, reactions }: Moods): void {
    const { info, view, happened } = this.#table()
    const faces = info.seats.map(({ character, face }) => character ?? face)
    const reacted = reactions(lastTurn(happened), faces, view.sheets, locksForAll(info.game))
    if (reacted.join() === this.#change) return
    this.#change = reacted.join()
    this.#moods = reacted
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => (this.#moods = []), HOLD)
  }

  #welcome(seat: number | undefined): void {
    if (seat === undefined) return
    this.#back = seat
    clearTimeout(this.#backTimer)
    this.#backTimer = setTimeout(() => (this.#back = null), RING)
  }
}
