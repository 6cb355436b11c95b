/** This device's contribution to the seeds of games. It loads with every table, so it is small; verification is lazy. */
import type { Send } from '../connection.svelte'
import { ConnectionLost } from '../problems'
import type { Commitment, Update } from '../protocol'
import { toHex } from './hex'
import { load } from '../storage'
import { recall, remember, SEATED } from './memory'

const BYTES = 16

export class Contributor {
  /** What was sent for each game, so that it is the same when it has to be sent again. */
  private values = new Map<number, string>()
  private settled = new Set<number>()

  constructor(
    private readonly table: string,
    private readonly send: Send,
  ) {}

  /**
   * The contribution that is sent with the connection, so that the first roll need not wait: the commitment came with
   * the seat.
   */
  get greeting(): string | null {
    const [table, hash] = (load(SEATED) ?? '').split(' ')
    if (table !== this.table || !hash) return null
    if (recall(table, 1) === undefined) remember({ table, game: 1, hash })
    return this.settled.has(1) ? null : `1-${this.valueFor(1)}`
  }

  private valueFor(game: number): string {
    const value = this.values.get(game) ?? toHex(crypto.getRandomValues(new Uint8Array(BYTES)))
    this.values.set(game, value)
    return value
  }

  /** Adds to the seed of every game that has not drawn yet, and remembers what the server is bound to. */
  onUpdate({ info, view }: Update, seat: number | null): void {
    for (const commitment of info.commitments) {
      const { game, hash } = commitment
      if (recall(this.table, game) === undefined) remember({ table: this.table, game, hash })
      const hasDrawn = game <= info.games_played && !['start', 'roll'].includes(view?.public.phase ?? '')
      // The contribution that came with the connection is sent again, for its acknowledgement.
      const isWanted = !hasDrawn || this.values.has(game)
      if (seat === null) this.settled.delete(game)
      else if (isWanted && !this.settled.has(game)) void this.add(commitment, seat)
      else if (info.state === 'open') this.move(commitment, seat)
    }
  }

  /** The seat has another place: what was added has moved with it. */
  private move({ game, contributed }: Commitment, seat: number): void {
    const memory = recall(this.table, game)
    if (memory?.value !== undefined && memory.seat !== seat && contributed.includes(seat)) remember({ ...memory, seat })
  }

  private async add({ game, hash, contributed }: Commitment, seat: number): Promise<void> {
    // Another device at the same seat was first.
    if (contributed.includes(seat) && !this.values.has(game)) return
    const value = this.valueFor(game)
    this.settled.add(game)
    try {
      await this.send({ type: 'contribute', game, value })
      const { table } = this
      remember({ table, game, hash: recall(table, game)?.hash ?? hash, seat, value })
    } catch (error) {
      // Refusals are final; the game is fair without this contribution, too.
      if (error instanceof ConnectionLost) this.settled.delete(game)
    }
  }
}
