import { setTimeout as sleep } from 'node:timers/promises'
import { bool, type Database, number, type RowOf, rows } from '~/server/db'
import { REVISION, REVISION_COLUMNS, type Revision } from '~/server/ledger'
import { withTimeout } from '~/server/platform/concurrency/timeout'
import type { Log } from '~/server/platform/log'
import type { Scripts, StoredAt } from './board/scripts'
import type { GameScheduler, LoadedBoard } from './game-scheduler'

/** Milliseconds between two sweeps; urgent while notifications do not arrive. */
const USUAL_MS = 500
const URGENT_MS = 200

const GAME = { game: number }
/** `frozen`: the board holds entries back, so that its number is below `seq` until the reveal. */
const HEAD = { game: number, seq: number, frozen: bool, ...REVISION }
type Head = RowOf<typeof HEAD>

/** Milliseconds after which the leader of a frozen game is notified again: a dead one has lost its lease by then. */
const AGAIN_MS = 5000

/** What brings a board of `known` to the revision of the game; null when it has it. */
function revisedBy(head: Revision, known: Revision): 'rebuild' | 'refresh' | null {
  if (head.rebuilds !== known.rebuilds) return 'rebuild'
  return head.refreshes !== known.refreshes ? 'refresh' : null
}

/** Finds work whose notification was lost. Scoring would work by this alone, only later. */
export class Sweep {
  #stopping: AbortController = new AbortController()
  #running: Promise<void> | null = null
  #projected: ReadonlySet<number> = new Set()
  /** Frozen games whose leader was notified of the ledger's end, the last entry, and when, in Unix milliseconds. */
  #notified = new Map<number, { end: number; at: number }>()

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
    const projected = await withTimeout(1000, this.scripts.snapshots()).catch(() => null)
    const known = [...boards.keys(), ...(projected?.keys() ?? [])]
    // Running games have a board before somebody requests it.
    const heads = await rows(this.db.pool, HEAD, {
      name: 'sweep_heads',
      text: `
        SELECT games.id AS game, coalesce(seq, 0) AS seq,
          coalesce(freeze_at <= now() AND revealed_at IS NULL, false) AS frozen, ${REVISION_COLUMNS}
        FROM games LEFT JOIN ledger_heads h ON h.game_id = games.id LEFT JOIN board_revisions v ON v.game_id = games.id
        WHERE games.id = ANY($1) OR (start_at <= now() AND final_at > now())`,
      values: [known]
    })
    const byGame = new Map(heads.map((head) => [head.game, head]))
    const frozen = new Set(heads.filter((head) => head.frozen).map(({ game }) => game))
    for (const id of this.#notified.keys()) if (!frozen.has(id) || !projected) this.#notified.delete(id)
    for (const id of new Set([...known, ...byGame.keys()])) {
      const head = byGame.get(id)
      const board = boards.get(id)
      if (board) this.#compare(id, head, board, projected)
      else this.#compareStored(id, head, projected?.get(id) ?? null)
    }
    if (projected) this.#publishLost(projected)
  }

  /** Readers of a lost board request it again. */
  #publishLost(projected: Map<number, StoredAt>): void {
    for (const id of this.#projected) if (!projected.has(id)) this.scripts.publishLost(id).catch(() => {})
    this.#projected = new Set(projected.keys())
  }

  /**
   * Schedules a board that differs from the ledger or its revision, if another process leads the game, or none. `stored`: what
   * Redis has; null without a board.
   */
  #compareStored(id: number, head: Head | undefined, stored: StoredAt | null): void {
    const { seq: end, frozen } = head ?? { seq: 0, frozen: false }
    const inRedis = stored?.seq ?? null
    const revised = head && stored?.revision ? revisedBy(head, stored.revision) : null
    if (revised) {
      this.scheduler.schedule(id, revised)
      return
    }
    const notified = this.#notified.get(id)
    const isNotified = notified?.end === end && Date.now() - notified.at < AGAIN_MS
    if (inRedis === end || (frozen && inRedis !== null && isNotified)) return
    if (frozen) this.#notified.set(id, { end, at: Date.now() })
    this.scheduler.schedule(id, 'board')
  }

  #compare(
    id: number,
    head: Head | undefined,
    { seq, revision, stored, unsaved }: LoadedBoard,
    projected: Map<number, StoredAt> | null
  ): void {
    const inRedis = projected?.get(id)?.seq ?? null
    const end = head?.seq ?? 0
    const revised = head && revision ? revisedBy(head, revision) : null
    if (revised) this.scheduler.schedule(id, revised)
    if (seq !== null && seq > end) this.scheduler.reopen(id)
    else if (seq !== null && seq < end) this.scheduler.schedule(id, 'judge')
    const lost = stored !== null && (inRedis === null || inRedis < stored)
    if (projected && (lost || unsaved)) this.scheduler.project(id)
  }
}
