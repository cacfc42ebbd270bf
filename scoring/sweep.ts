import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '~/server/platform/db'
import type { Log } from '~/server/platform/log'
import { within } from '~/server/platform/within'
import type { Scripts } from './board/scripts'
import type { Conductor, HeldBoard } from './conductor'

/** How often, in milliseconds, while wake-ups arrive … */
const USUAL_MS = 1000
/** … and while Redis is away. */
const URGENT_MS = 200

/**
 * Looks for work that no wake-up told of: unjudged submissions, ledgers ahead of their boards, boards that Redis
 * lost. Everything scoring does would get done by this alone, only later.
 */
export class Sweep {
  #stopping: AbortController = new AbortController()
  #running: Promise<void> | null = null
  /** Games that had a board in Redis when it was looked at last. */
  #projected: ReadonlySet<number> = new Set()

  constructor(
    private readonly db: Database,
    private readonly scripts: Scripts,
    private readonly conductor: Conductor,
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
        await this.conductor.renew()
        await this.once()
      } catch (error) {
        this.log.warn({ err: (error as Error).message }, 'sweep_failed')
      }
      await sleep(this.urgent() ? URGENT_MS : USUAL_MS, null, { signal }).catch(() => {})
    }
  }

  async once(): Promise<void> {
    const { rows } = await this.db.pool.query<{ game: number }>({
      name: 'sweep_unjudged',
      text: 'SELECT DISTINCT game_id AS game FROM unjudged'
    })
    for (const { game } of rows) this.conductor.want(game, 'judge')

    const boards = this.conductor.boards()
    const projected = await within(1000, this.scripts.seqs()).catch(() => null)
    const known = [...boards.keys(), ...(projected?.keys() ?? [])]
    // Running games have a board whether or not anybody has asked for it yet.
    const heads = await this.db.pool.query<{ game: number; seq: number }>({
      name: 'sweep_heads',
      text: `
        SELECT games.id AS game, coalesce(seq, 0) AS seq FROM games LEFT JOIN ledger_heads ON game_id = games.id
        WHERE games.id = ANY($1) OR (start_at <= now() AND end_at > now())`,
      values: [known]
    })
    const ends = new Map(heads.rows.map(({ game, seq }) => [game, seq]))
    for (const id of new Set([...known, ...ends.keys()]))
      this.#compare(id, ends.get(id) ?? 0, boards.get(id), projected)
    if (projected) this.#tellLost(projected)
  }

  /** Boards that Redis had a moment ago and has no more: who reads one asks for it. */
  #tellLost(projected: Map<number, number>): void {
    for (const id of this.#projected) if (!projected.has(id)) this.scripts.tellLost(id).catch(() => {})
    this.#projected = new Set(projected.keys())
  }

  #compare(
    id: number,
    end: number,
    board: HeldBoard | undefined,
    projected: Map<number, number> | null
  ): void {
    const inRedis = projected?.get(id) ?? null
    if (!board) {
      if (inRedis !== end) this.conductor.want(id, 'board')
      return
    }
    if (board.seq !== null && board.seq > end) this.conductor.reopen(id)
    else if (board.seq !== null && board.seq < end) this.conductor.want(id, 'judge')
    const lost = board.stored !== null && (inRedis === null || inRedis < board.stored)
    if (projected && (lost || board.owed)) this.conductor.project(id)
  }
}
