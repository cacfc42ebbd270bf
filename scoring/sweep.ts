import { setTimeout as sleep } from 'node:timers/promises'
import { bool, type Database, number, rows } from '~/server/db'
import { withTimeout } from '~/server/platform/concurrency/timeout'
import type { Log } from '~/server/platform/log'
import type { Scripts } from './board/scripts'
import type { GameScheduler, LoadedBoard } from './game-scheduler'

/** Milliseconds between two sweeps; urgent while notifications do not arrive. */
const USUAL_MS = 500
const URGENT_MS = 200

const GAME = { game: number }
/** `frozen`: the board holds entries back, so that its number is below `seq` until the reveal. */
const HEAD = { game: number, seq: number, frozen: bool }

/** Finds work whose notification was lost. Scoring would work by this alone, only later. */
export class Sweep {
  #stopping: AbortController = new AbortController()
  #running: Promise<void> | null = null
  #projected: ReadonlySet<number> = new Set()
  /** Frozen games whose leader was notified of the ledger's end: game → last entry. */
  #notified = new Map<number, number>()

  constructor(
    private readonly db: Database,
    private readonly scripts: Scripts,
    private readonly scheduler: GameScheduler,
    private readonly urgent: () => boolean,
    private readonly log: Log
  ) {}

  start(): void {
    this.#running = this.#run()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      try {
        await this.scheduler.renew()
        await this.once()
      } catch (error) {
        this.log.warn({ err: (error as Error).message }, 'sweep_failed')
      }
      await sleep(this.urgent() ? URGENT_MS : USUAL_MS, null, { signal }).catch(() => {})
    }
  }

  async once(): Promise<void> {
    const unjudged = await rows(this.db.pool, GAME, {
      name: 'sweep_unjudged',
      text: 'SELECT DISTINCT game_id AS game FROM unjudged'
    })
    for (const { game } of unjudged) this.scheduler.schedule(game, 'judge')

    const boards = this.scheduler.boards()
    const projected = await withTimeout(1000, this.scripts.seqs()).catch(() => null)
    const known = [...boards.keys(), ...(projected?.keys() ?? [])]
    // Running games have a board before somebody requests it.
    const heads = await rows(this.db.pool, HEAD, {
      name: 'sweep_heads',
      text: `
        SELECT games.id AS game, coalesce(seq, 0) AS seq,
          coalesce(freeze_at <= now() AND revealed_at IS NULL, false) AS frozen
        FROM games LEFT JOIN ledger_heads ON game_id = games.id
        WHERE games.id = ANY($1) OR (start_at <= now() AND final_at > now())`,
      values: [known]
    })
    const ends = new Map(heads.map(({ game, seq }) => [game, seq]))
    const frozen = new Set(heads.filter((head) => head.frozen).map(({ game }) => game))
    for (const id of this.#notified.keys()) if (!frozen.has(id) || !projected) this.#notified.delete(id)
    for (const id of new Set([...known, ...ends.keys()])) {
      const end = ends.get(id) ?? 0
      const board = boards.get(id)
      if (board) this.#compare(id, end, board, projected)
      else this.#compareStored(id, end, projected?.get(id) ?? null, frozen.has(id))
    }
    if (projected) this.#publishLost(projected)
  }

  /** Readers of a lost board request it again. */
  #publishLost(projected: Map<number, number>): void {
    for (const id of this.#projected) if (!projected.has(id)) this.scripts.publishLost(id).catch(() => {})
    this.#projected = new Set(projected.keys())
  }

  /** For a game that another process leads, or none. `inRedis`: last entry of its board there; null without one. */
  #compareStored(id: number, end: number, inRedis: number | null, frozen: boolean): void {
    if (inRedis === end || (frozen && inRedis !== null && this.#notified.get(id) === end)) return
    if (frozen) this.#notified.set(id, end)
    this.scheduler.schedule(id, 'board')
  }

  #compare(
    id: number,
    end: number,
    { seq, stored, unsaved }: LoadedBoard,
    projected: Map<number, number> | null
  ): void {
    const inRedis = projected?.get(id) ?? null
    if (seq !== null && seq > end) this.scheduler.reopen(id)
    else if (seq !== null && seq < end) this.scheduler.schedule(id, 'judge')
    const lost = stored !== null && (inRedis === null || inRedis < stored)
    if (projected && (lost || unsaved)) this.scheduler.project(id)
  }
}
