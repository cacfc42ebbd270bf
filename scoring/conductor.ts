import { setTimeout as sleep } from 'node:timers/promises'
import type { WakeReason } from '~/server/ledger'
import { createTurns } from '~/server/platform/turns'
import { within } from '~/server/platform/within'
import { Leases } from './lease'
import { LedGame, type Surroundings } from './led-game'

interface Seat {
  game: LedGame
  wanted: Set<WakeReason>
  /** Called when what was wanted has been done. */
  waiting: (() => void)[]
  running: Promise<void> | null
  usedAt: number
  failures: number
}

/** A game in memory: ledger entries that its boards include, here and in Redis; null = no board there. */
export interface HeldBoard {
  seq: number | null
  stored: number | null
  /** Redis did not take the last one. */
  owed: boolean
}

/** A game nobody asked about for this long leaves memory. */
const IDLE_MS = 900_000
/** Games worked on at the same time; each takes a connection to Postgres. */
const AT_ONCE = 4
const LONGEST_BACK_OFF_MS = 2000

/** All games of this process: who leads what, one call at a time for each. */
export class Conductor {
  readonly #seats = new Map<number, Seat>()
  readonly #leases: Leases
  readonly #inTurn = createTurns(AT_ONCE)
  #stopping = false

  constructor(private readonly around: Surroundings) {
    this.#leases = new Leases(around.scripts, around.log)
  }

  /** Has something done for a game; calls `done` when it is done here, or passed on to the process that leads it. */
  want(id: number, reason: WakeReason, done?: () => void): void {
    const seat = this.#seats.get(id) ?? this.#seat(id)
    seat.usedAt = Date.now()
    seat.wanted.add(reason)
    if (done) seat.waiting.push(done)
    this.#start(id, seat)
  }

  /** The same, for who waits for it. */
  poke(id: number, reason: WakeReason): Promise<void> {
    return new Promise((resolve) => this.want(id, reason, resolve))
  }

  /** A wake-up that another process passed on; heard by all, meant for the leader. */
  nudged(id: number, reason: WakeReason): void {
    if (this.#leases.leads(id)) this.want(id, reason)
  }

  /** The games in memory, as they are at this moment. */
  boards(): Map<number, HeldBoard> {
    const held = ({ game: { seq, stored, owed } }: Seat): HeldBoard => ({ seq, stored, owed })
    return new Map([...this.#seats].map(([id, seat]) => [id, held(seat)]))
  }

  /** Has the board of a game put into Redis anew. */
  project(id: number): void {
    this.#seats.get(id)?.game.project()
  }

  /** Has the board of a game folded anew. */
  reopen(id: number): void {
    this.#seats.get(id)?.game.drop()
    this.want(id, 'judge')
  }

  /** Keeps the leads; lets go of idle games and of those another process took. */
  async renew(): Promise<void> {
    const kept = [...this.#seats].map(async ([id, seat]) => {
      const idle = Date.now() - seat.usedAt > IDLE_MS && !seat.running
      if (idle || !(await this.#leases.renew(id))) await this.#leave(id, seat)
    })
    await Promise.all(kept)
  }

  /** Finishes what is under way, stores the boards, gives the leads back. */
  async close(): Promise<void> {
    this.#stopping = true
    const seats = [...this.#seats]
    await Promise.all(seats.map(([, seat]) => seat.running))
    await Promise.all(seats.map(([id, seat]) => this.#leave(id, seat)))
  }

  #seat(id: number): Seat {
    const seat: Seat = {
      game: new LedGame(id, this.around),
      wanted: new Set(),
      waiting: [],
      running: null,
      usedAt: Date.now(),
      failures: 0
    }
    this.#seats.set(id, seat)
    return seat
  }

  #start(id: number, seat: Seat): void {
    seat.running ??= this.#run(id, seat).finally(() => {
      seat.running = null
      if (seat.wanted.size > 0 && !this.#stopping) this.#start(id, seat)
    })
  }

  async #run(id: number, seat: Seat): Promise<void> {
    while (seat.wanted.size > 0 && !this.#stopping) {
      const { wanted, waiting } = seat
      seat.wanted = new Set()
      seat.waiting = []
      try {
        await this.#serve(id, seat, wanted)
        seat.failures = 0
        for (const resolve of waiting) resolve()
      } catch (error) {
        this.around.log.error({ game: id, err: error, failures: ++seat.failures }, 'game_not_served')
        for (const reason of wanted) seat.wanted.add(reason)
        seat.waiting.push(...waiting)
        // Perhaps the game is gone: opening its board again tells.
        if (seat.failures % 3 === 0) seat.game.drop()
        await sleep(Math.min(50 * 2 ** seat.failures, LONGEST_BACK_OFF_MS))
      }
    }
  }

  async #serve(id: number, seat: Seat, wanted: ReadonlySet<WakeReason>): Promise<void> {
    const { scripts } = this.around
    if (!(await this.#leases.hold(id))) {
      for (const reason of wanted) await within(1000, scripts.nudge(id, reason)).catch(() => {})
      seat.game.drop()
    } else if (!(await this.#inTurn(() => seat.game.serve(wanted)))) {
      await within(1000, scripts.forget(id)).catch(() => {})
      await this.#leave(id, seat)
    }
  }

  async #leave(id: number, seat: Seat): Promise<void> {
    if (this.#seats.get(id) === seat) this.#seats.delete(id)
    await seat.game.close()
    seat.game.drop()
    await this.#leases.release(id)
  }
}
