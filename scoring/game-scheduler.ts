import { setTimeout as sleep } from 'node:timers/promises'
import type { WakeReason } from '~/server/ledger'
import { createSemaphore } from '~/server/platform/concurrency/semaphore'
import { withTimeout } from '~/server/platform/concurrency/timeout'
import { type GameContext, GameLeader } from './game-leader'
import { Leases } from './lease'

interface LedGame {
  game: GameLeader
  wanted: Set<WakeReason>
  /** Called when the scheduled work is done. */
  waiting: (() => void)[]
  running: Promise<void> | null
  usedAt: number
  failures: number
}

/** A game in memory: the last ledger entries of its boards, here and in Redis; null = no board there. */
export interface LedBoard {
  seq: number | null
  stored: number | null
  /** The last one could not be stored in Redis. */
  owed: boolean
}

/** A game without work for this long leaves memory. */
const IDLE_MS = 900_000
/** Games worked on at the same time; each takes a connection to Postgres. */
const AT_ONCE = 4
const LONGEST_BACK_OFF_MS = 2000

/** Schedules the work of the games that this process leads: one call at a time for each game. */
export class GameScheduler {
  readonly #games = new Map<number, LedGame>()
  readonly #leases: Leases
  readonly #semaphore = createSemaphore(AT_ONCE)
  #stopping = false

  constructor(private readonly context: GameContext) {
    this.#leases = new Leases(context.scripts, context.log)
  }

  /** Schedules work for a game; calls `done` when it is done here, or forwarded to the process that leads the game. */
  schedule(id: number, reason: WakeReason, done?: () => void): void {
    const led = this.#games.get(id) ?? this.#add(id)
    led.usedAt = Date.now()
    led.wanted.add(reason)
    if (done) led.waiting.push(done)
    this.#start(id, led)
  }

  /** The same as a promise. */
  request(id: number, reason: WakeReason): Promise<void> {
    return new Promise((resolve) => this.schedule(id, reason, resolve))
  }

  /** A wake-up that another process forwarded: all processes receive it, the leader acts. */
  onForwarded(id: number, reason: WakeReason): void {
    if (this.#leases.leads(id)) this.schedule(id, reason)
  }

  /** The games in memory, as they are at this moment. */
  boards(): Map<number, LedBoard> {
    const boardOf = ({ game: { seq, stored, owed } }: LedGame): LedBoard => ({ seq, stored, owed })
    return new Map([...this.#games].map(([id, led]) => [id, boardOf(led)]))
  }

  /** Stores the board of a game in Redis again. */
  project(id: number): void {
    this.#games.get(id)?.game.project()
  }

  /** Folds the board of a game again from the start of its ledger. */
  reopen(id: number): void {
    this.#games.get(id)?.game.drop()
    this.schedule(id, 'judge')
  }

  /** Renews the leases; drops idle games and those that another process leads. */
  async renew(): Promise<void> {
    const kept = [...this.#games].map(async ([id, led]) => {
      const idle = Date.now() - led.usedAt > IDLE_MS && !led.running
      if (idle || !(await this.#leases.renew(id))) await this.#release(id, led)
    })
    await Promise.all(kept)
  }

  /** Finishes what is under way, stores the boards, releases the leases. */
  async close(): Promise<void> {
    this.#stopping = true
    const all = [...this.#games]
    await Promise.all(all.map(([, led]) => led.running))
    await Promise.all(all.map(([id, led]) => this.#release(id, led)))
  }

  #add(id: number): LedGame {
    const led: LedGame = {
      game: new GameLeader(id, this.context),
      wanted: new Set(),
      waiting: [],
      running: null,
      usedAt: Date.now(),
      failures: 0
    }
    this.#games.set(id, led)
    return led
  }

  #start(id: number, led: LedGame): void {
    led.running ??= this.#run(id, led).finally(() => {
      led.running = null
      if (led.wanted.size > 0 && !this.#stopping) this.#start(id, led)
    })
  }

  async #run(id: number, led: LedGame): Promise<void> {
    while (led.wanted.size > 0 && !this.#stopping) {
      const { wanted, waiting } = led
      led.wanted = new Set()
      led.waiting = []
      try {
        await this.#work(id, led, wanted)
        led.failures = 0
        for (const resolve of waiting) resolve()
      } catch (error) {
        this.context.log.error({ game: id, err: error, failures: ++led.failures }, 'game_not_served')
        for (const reason of wanted) led.wanted.add(reason)
        led.waiting.push(...waiting)
        // The game may be gone: then opening its board again fails.
        if (led.failures % 3 === 0) led.game.drop()
        await sleep(Math.min(50 * 2 ** led.failures, LONGEST_BACK_OFF_MS))
      }
    }
  }

  async #work(id: number, led: LedGame, wanted: ReadonlySet<WakeReason>): Promise<void> {
    const { scripts } = this.context
    if (!(await this.#leases.acquire(id))) {
      for (const reason of wanted) await withTimeout(1000, scripts.forward(id, reason)).catch(() => {})
      led.game.drop()
    } else if (!(await this.#semaphore(() => led.game.serve(wanted)))) {
      await withTimeout(1000, scripts.drop(id)).catch(() => {})
      await this.#release(id, led)
    }
  }

  async #release(id: number, led: LedGame): Promise<void> {
    if (this.#games.get(id) === led) this.#games.delete(id)
    await led.game.close()
    led.game.drop()
    await this.#leases.release(id)
  }
}
