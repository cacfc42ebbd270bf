import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '~/server/platform/db'
import type { Log } from '~/server/platform/log'
import { within } from '~/server/platform/within'
import type { Scripts } from './board/scripts'
import type { Conductor, HeldBoard } from './conductor'

/** How often, in milliseconds, while wake-ups arrive … */
const CALM_MS = 1000
/** … and while Redis is away. */
const ALERT_MS = 200

/**
 * Looks for work that no wake-up told of: unjudged submissions, ledgers ahead of their boards, boards that Redis
 * lost. Everything scoring does would get done by this alone, only later.
 */
export class Sweep {
  #stopping: AbortController = new AbortController()
  #running: Promise<void> | null = null

  constructor(
    private readonly db: Database,
    private readonly scripts: Scripts,
    private readonly conductor: Conductor,
    private readonly alert: () => boolean,
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
      await sleep(this.alert() ? ALERT_MS : CALM_MS, null, { signal }).catch(() => {})
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
    const ids = [...new Set([...boards.keys(), ...(projected?.keys() ?? [])])]
    if (ids.length === 0) return
    const heads = await this.db.pool.query<{ game: number; seq: number }>({
      name: 'sweep_heads',
      text: 'SELECT game_id AS game, seq FROM ledger_heads WHERE game_id = ANY($1)',
      values: [ids]
    })
    const ends = new Map(heads.rows.map(({ game, seq }) => [game, seq]))
    for (const id of ids) this.#compare(id, ends.get(id) ?? 0, boards.get(id), projected)
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
