import { setTimeout as sleep } from 'node:timers/promises'
import type { NotificationReason, Revision } from '~/server/ledger'
import { createSemaphore } from '~/server/platform/concurrency/semaphore'
import { withTimeout } from '~/server/platform/concurrency/timeout'
import { type GameContext, GameLeader } from './game-leader'
import { Leases } from './lease'

interface ScheduledGame {
  game: GameLeader
  wanted: Set<NotificationReason>
  waiting: (() => void)[]
  running: Promise<void> | null
  usedAt: number
  failures: number
}

/** Last ledger entries of a game's boards in memory (`seq`, of `revision`) and in Redis (`stored`); null without a board. */
export interface LoadedBoard {
  seq: number | null
  revision: Revision | null
  stored: number | null
  unsaved: boolean
}

const IDLE_MS = 900_000
/** Games in work at the same time; each uses a connection to Postgres. */
const CONCURRENCY = 4
const MAX_BACK_OFF_MS = 2000

/** Schedules the games that this process leads, one call at a time for each. */
export class GameScheduler {
  readonly #games = new Map<number, ScheduledGame>()
  readonly #leases: Leases
  readonly #semaphore = createSemaphore(CONCURRENCY)
  #stopping = false

  constructor(private readonly context: GameContext) {
    this.#leases = new Leases(context.scripts, context.log)
  }

  /** Calls `done` when the work is done here or forwarded to the leader. */
  schedule(id: number, reason: NotificationReason, done?: () => void): void {
    const entry = this.#games.get(id) ?? this.#add(id)
    entry.usedAt = Date.now()
    entry.wanted.add(reason)
    if (done) entry.waiting.push(done)
    this.#start(id, entry)
  }

  request(id: number, reason: NotificationReason): Promise<void> {
    return new Promise((resolve) => this.schedule(id, reason, resolve))
  }

  /** All processes receive a forwarded notification; only the leader acts. */
  onForwarded(id: number, reason: NotificationReason): void {
    if (this.#leases.leads(id)) this.schedule(id, reason)
  }

  boards(): Map<number, LoadedBoard> {
    const boardOf = ({ game: { seq, revision, stored, unsaved } }: ScheduledGame): LoadedBoard => ({
      seq,
      revision,
      stored,
      unsaved
    })
    return new Map([...this.#games].map(([id, entry]) => [id, boardOf(entry)]))
  }

  project(id: number): void {
    this.#games.get(id)?.game.project()
  }

  reopen(id: number): void {
    this.#games.get(id)?.game.reopen()
    this.schedule(id, 'judge')
  }

  /** Renews the leases; drops idle games and those that another process leads. */
  async renew(): Promise<void> {
    const kept = [...this.#games].map(async ([id, entry]) => {
      const idle = Date.now() - entry.usedAt > IDLE_MS && !entry.running
      if (!idle && (await this.#leases.renew(id))) return
      // What runs needs the board; whatever follows finds the lease gone, and the next call here releases the game.
      if (!entry.running) await this.#release(id, entry)
    })
    await Promise.all(kept)
  }

  async close(): Promise<void> {
    this.#stopping = true
    const all = [...this.#games]
    await Promise.all(all.map(([, entry]) => entry.running))
    await Promise.all(all.map(([id, entry]) => this.#release(id, entry)))
  }

  #add(id: number): ScheduledGame {
    const entry: ScheduledGame = {
      game: new GameLeader(id, this.context),
      wanted: new Set(),
      waiting: [],
      running: null,
      usedAt: Date.now(),
      failures: 0
    }
    this.#games.set(id, entry)
    return entry
  }

  #start(id: number, entry: ScheduledGame): void {
    entry.running ??= this.#run(id, entry).finally(() => {
      entry.running = null
      if (entry.wanted.size > 0 && !this.#stopping) this.#start(id, entry)
    })
  }

  async #run(id: number, entry: ScheduledGame): Promise<void> {
    while (entry.wanted.size > 0 && !this.#stopping) {
      const { wanted, waiting } = entry
      entry.wanted = new Set()
      entry.waiting = []
      try {
        await this.#work(id, entry, wanted)
        entry.failures = 0
        for (const resolve of waiting) resolve()
      } catch (error) {
        this.context.log.error({ game: id, err: error, failures: ++entry.failures }, 'game_not_served')
        for (const reason of wanted) entry.wanted.add(reason)
        entry.waiting.push(...waiting)
        // When the game was deleted, opening its board again fails.
        if (entry.failures % 3 === 0) entry.game.drop()
        await sleep(Math.min(50 * 2 ** entry.failures, MAX_BACK_OFF_MS))
      }
    }
  }

  async #work(id: number, entry: ScheduledGame, wanted: ReadonlySet<NotificationReason>): Promise<void> {
    const { scripts } = this.context
    if (!(await this.#leases.acquire(id))) {
      for (const reason of wanted) await withTimeout(1000, scripts.forward(id, reason)).catch(() => {})
      entry.game.drop()
    } else if (!(await this.#semaphore(() => entry.game.serve(wanted)))) {
      await withTimeout(1000, scripts.drop(id)).catch(() => {})
      await this.#release(id, entry)
    }
  }

  async #release(id: number, entry: ScheduledGame): Promise<void> {
    if (this.#games.get(id) === entry) this.#games.delete(id)
    await entry.game.close()
    entry.game.drop()
    await this.#leases.release(id)
  }
}
