// Steps through the beats of a turn, and can be skipped at any time.
import { untrack } from 'svelte'
import type { Connection } from '../../connection.svelte'
import { prefersReducedMotion } from '../../motion'
import type { Happening, HappeningWithSeq } from '../../protocol'
import { stillBeat, storyboard, type Beat, type Scene } from './storyboard'
import type { FilmPace } from './tempo'

interface FilmListener {
  /** Something is shown now. */
  onshow?: (news: readonly Happening[]) => void
  /** All of this has been shown; what comes is a choice. */
  onsettle?: (news: readonly Happening[]) => void
}

const NO_GAME = 0
const MOVES: readonly Happening['type'][] = ['crossed', 'passed', 'played']

/** Before which number a game began in which nothing was chosen yet; else null. */
function justBegun({ view, happened }: Scene): number | null {
  const began = happened.findLast(({ what }) => what.type === 'began')
  if (began === undefined || view.public.turn > 1 || view.chosen !== null) return null
  return happened.some(({ seq, what }) => seq > began.seq && MOVES.includes(what.type)) ? null : began.seq - 1
}

const after = (happened: readonly HappeningWithSeq[], seq: number): Happening[] =>
  happened.flatMap((each) => (each.seq > seq ? [each.what] : []))

export class Film {
  readonly #pace: () => FilmPace
  readonly #listener: FilmListener
  #scene = $state.raw<Scene | null>(null)
  #beats = $state.raw<readonly Beat[]>([])
  #at = $state(0)
  #skips = $state(0)
  #from: Beat | null = null
  #shown = 0
  #settled = 0
  /** What was known when there was no game yet. */
  #waitedSince: number | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #frame = 0

  /** What is shown now. */
  readonly beat = $derived(this.#beats[this.#at] ?? null)
  readonly isPlaying = $derived(this.#at < this.#beats.length - 1)
  /** What has happened so far, as shown to the viewer. */
  readonly happened = $derived.by((): readonly HappeningWithSeq[] => {
    const { happened } = this.#scene ?? { happened: [] }
    const until = this.beat?.seq ?? 0
    return (happened.at(-1)?.seq ?? 0) <= until ? happened : happened.filter(({ seq }) => seq <= until)
  })

  constructor(pace: () => FilmPace, listener: FilmListener = {}) {
    this.#pace = pace
    this.#listener = listener
  }

  /** How often a game was hurried along before its dice lay. */
  get skips(): number {
    return this.#skips
  }

  /** Shows what happens at a table, while the component that calls this is there, and shows the game. */
  follow(connection: Connection, isShown: () => boolean): void {
    $effect.pre(() => {
      const { info, view, version, happened } = connection
      if (info === null) return
      const shown = isShown()
      untrack(() => {
        if (view === null) this.wait(happened)
        else if (shown) this.take({ game: info.games_played, view, version, happened })
      })
    })
    $effect(() => () => this.close())
  }

  /** No game has begun yet: when one does, its beginning is shown. */
  wait(happened: readonly HappeningWithSeq[]): void {
    this.#waitedSince = happened.at(-1)?.seq ?? 0
  }

  /** Sets the state of the table; the steps that lead to it are shown first. */
  take(scene: Scene): void {
    cancelAnimationFrame(this.#frame)
    const begin = (): void => this.#take(scene)
    // Reading an update takes time, too, so it is shown in a separate frame.
    if (untrack(() => this.beat) === null || document.hidden) begin()
    else this.#frame = requestAnimationFrame(begin)
  }

  /** Straight to the next choice. */
  readonly skip = (): void => {
    if (!this.isPlaying) return
    if (this.beat?.lies === false) this.#skips += 1
    this.#show(this.#beats.length - 1)
  }

  close(): void {
    clearTimeout(this.#timer)
    cancelAnimationFrame(this.#frame)
  }

  #take(scene: Scene): void {
    const wasPlaying = this.isPlaying
    const shown = this.beat
    if (shown === null) this.#open(scene)
    else if (!wasPlaying) this.#from = shown
    if (this.#from?.game !== scene.game) this.#skips = 0
    const tempo = { pace: this.#pace(), reducedMotion: prefersReducedMotion() }
    const beats = document.hidden ? [stillBeat(scene)] : storyboard(this.#from, scene, tempo)
    this.#scene = scene
    // More of the same turn comes after what is shown now; another one takes its place.
    const same = beats[this.#at]
    const goesOn = wasPlaying && same?.kind === shown?.kind && same?.view.public.turn === shown?.view.public.turn
    this.#beats = beats
    if (goesOn) this.#notify()
    else this.#show(0)
  }

  /** What happened before this page was opened is skipped, unless no player could have chosen since. */
  #open(scene: Scene): void {
    const since = this.#waitedSince ?? justBegun(scene)
    this.#shown = this.#settled = since ?? scene.happened.at(-1)?.seq ?? 0
    if (since !== null) this.#from = { ...stillBeat(scene), game: NO_GAME, seq: since }
  }

  #show(at: number): void {
    clearTimeout(this.#timer)
    this.#at = at
    this.#notify()
    if (this.isPlaying) this.#timer = setTimeout(() => this.#show(this.#at + 1), this.beat?.ms)
  }

  #notify(): void {
    const { onshow, onsettle } = this.#listener
    const { happened } = this
    const [shown, settled] = [after(happened, this.#shown), after(happened, this.#settled)]
    this.#shown = happened.at(-1)?.seq ?? this.#shown
    if (shown.length) onshow?.(shown)
    if (this.isPlaying && this.beat?.kind !== 'lie') return
    this.#settled = this.#shown
    if (settled.length) onsettle?.(settled)
  }
}
