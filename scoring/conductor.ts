import { setTimeout as sleep } from 'node:timers/promises'
import type { WakeReason } from '~/server/ledger'
import { createSemaphore } from '~/server/platform/semaphore'
import { within } from '~/server/platform/within'
import { type GameContext, GameLeader } from './game-leader'
import { Leases } from './lease'

interface Held {
  game: GameLeader
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
  readonly #games = new Map<number, Held>()
  readonly #leases: Leases
  readonly #semaphore = createSemaphore(AT_ONCE)
  #stopping = false

  constructor(private readonly context: GameContext) {
    this.#leases = new Leases(context.scripts, context.log)
  }

  /** Has something done for a game; calls `done` when it is done here, or passed on to the process that leads it. */
  want(id: number, reason: WakeReason, done?: () => void): void {
    const held = this.#games.get(id) ?? this.#add(id)
    held.usedAt = Date.now()
    held.wanted.add(reason)
    if (done) held.waiting.push(done)
    this.#start(id, held)
  }

  /** The same, for who waits for it. */
  request(id: number, reason: WakeReason): Promise<void> {
    return new Promise((resolve) => this.want(id, reason, resolve))
  }

  /** A wake-up that another process passed on; heard by all, meant for the leader. */
  forwarded(id: number, reason: WakeReason): void {
    if (this.#leases.leads(id)) this.want(id, reason)
  }

  /** The games in memory, as they are at this moment. */
  boards(): Map<number, HeldBoard> {
    const boardOf = ({ game: { seq, stored, owed } }: Held): HeldBoard => ({ seq, stored, owed })
    return new Map([...this.#games].map(([id, held]) => [id, boardOf(held)]))
  }

  /** Has the board of a game put into Redis anew. */
  project(id: number): void {
    this.#games.get(id)?.game.project()
  }

  /** Has the board of a game folded anew. */
  reopen(id: number): void {
    this.#games.get(id)?.game.drop()
    this.want(id, 'judge')
  }

  /** Keeps the leads; lets go of idle games and of those another process took. */
  async renew(): Promise<void> {
    const kept = [...this.#games].map(async ([id, held]) => {
      const idle = Date.now() - held.usedAt > IDLE_MS && !held.running
      if (idle || !(await this.#leases.renew(id))) await this.#leave(id, held)
    })
    await Promise.all(kept)
  }

  /** Finishes what is under way, stores the boards, gives the leads back. */
  async close(): Promise<void> {
    this.#stopping = true
    const all = [...this.#games]
    await Promise.all(all.map(([, held]) => held.running))
    await Promise.all(all.map(([id, held]) => this.#leave(id, held)))
  }

  #add(id: number): Held {
    const held: Held = {
      game: new GameLeader(id, this.context),
      wanted: new Set(),
      waiting: [],
      running: null,
      usedAt: Date.now(),
      failures: 0
    }
    this.#games.set(id, held)
    return held
  }

  #start(id: number, held: Held): void {
    held.running ??= this.#run(id, held).finally(() => {
      held.running = null
      if (held.wanted.size > 0 && !this.#stopping) this.#start(id, held)
    })
  }

  async #run(id: number, held: Held): Promise<void> {
    while (held.wanted.size > 0 && !this.#stopping) {
      const { wanted, waiting } = held
      held.wanted = new Set()
      held.waiting = []
      try {
        await this.#serve(id, held, wanted)
        held.failures = 0
        for (const resolve of waiting) resolve()
      } catch (error) {
        this.context.log.error({ game: id, err: error, failures: ++held.failures }, 'game_not_served')
        for (const reason of wanted) held.wanted.add(reason)
        held.waiting.push(...waiting)
        // Perhaps the game is gone: opening its board again tells.
        if (held.failures % 3 === 0) held.game.drop()
        await sleep(Math.min(50 * 2 ** held.failures, LONGEST_BACK_OFF_MS))
      }
    }
  }

  async #serve(id: number, held: Held, wanted: ReadonlySet<WakeReason>): Promise<void> {
    const { scripts } = this.context
    if (!(await this.#leases.hold(id))) {
      for (const reason of wanted) await within(1000, scripts.forward(id, reason)).catch(() => {})
      held.game.drop()
    } else if (!(await this.#semaphore(() => held.game.serve(wanted)))) {
      await within(1000, scripts.forget(id)).catch(() => {})
      await this.#leave(id, held)
    }
  }

  async #leave(id: number, held: Held): Promise<void> {
    if (this.#games.get(id) === held) this.#games.delete(id)
    await held.game.close()
    held.game.drop()
    await this.#leases.release(id)
  }
}
