import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '~/server/db'
import type { NotificationReason } from '~/server/ledger'
import { verdictLatency, verdicts } from '~/server/metrics'
import { withTimeout } from '~/server/platform/concurrency/timeout'
import type { Log } from '~/server/platform/log'
import type { Submissions, TraceContexts } from '~/server/submissions'
import { shownVerdict } from '~/server/submissions/contract'
import { GameBoard } from './board/game-board'
import { Outbox } from './board/outbox'
import { SnapshotPublisher } from './board/publisher'
import type { Scripts } from './board/scripts'
import { teamSolves } from './board/team-solves'
import type { AnswerChecks } from './checks'
import type { LiveMessage } from './gateway/bus'
import { BATCH, type Judged, type Judgement, judge, NoticeTail } from './judge'
import { traceBatch } from './judge/batch-trace'

export interface GameContext {
  db: Database
  log: Log
  scripts: Scripts
  token: string
  judged: Submissions['judged']
  traceContexts: TraceContexts
  checks: Pick<AnswerChecks, 'look'>
  /** Drops cached values of all processes (server/platform/cache). */
  invalidate(...tags: string[]): void
  push(message: LiveMessage): void
}

/** Batches of this size start PACE_MS apart, so that many flags share a transaction; smaller ones at once. */
const PACED_BATCH = 48
const PACE_MS = 25

/** Judges a game, keeps its board and pushes changes. One call at a time. */
export class GameLeader {
  #board: GameBoard | null = null
  #snapshots: SnapshotPublisher | null = null
  readonly #outbox: Outbox
  readonly #notices: NoticeTail
  #judgedAt = 0
  #anew = false

  constructor(
    private readonly id: number,
    private readonly context: GameContext
  ) {
    const { token, scripts, push, log, db } = context
    this.#outbox = new Outbox(id, token, scripts, push, log)
    this.#notices = new NoticeTail(db, id)
  }

  get seq(): number | null {
    return this.#board?.position ?? null
  }

  /** Last ledger entry of the board in Redis; null when this process stored none. */
  get stored(): number | null {
    return this.#snapshots?.stored ?? null
  }

  /** The last snapshot could not be stored; `project` tries again. */
  get unsaved(): boolean {
    return this.#snapshots?.unsaved ?? false
  }

  /** @returns false when the game does not exist */
  async serve(reasons: ReadonlySet<NotificationReason>): Promise<boolean> {
    if (reasons.has('rebuild')) {
      this.drop()
      this.#anew = true
    }
    if (!this.#board && !(await this.#open())) return false
    const board = this.#board as GameBoard
    if (reasons.has('refresh')) {
      if (!(await board.cards.load())) return false
      this.project()
    }
    if (reasons.has('board') && !(await this.#inRedis())) this.project()
    if (reasons.has('judge')) {
      this.context.checks.look(this.id)
      await this.#judgeAll(board)
    } else await this.#advance(board, null)
    return true
  }

  /** Stores the board in Redis again, since names changed or Redis lost it. */
  project(): void {
    this.#outbox.flush()
    this.#snapshots?.reset()
    this.#snapshots?.request()
  }

  drop(): void {
    this.#snapshots?.abandon()
    this.#snapshots = null
    this.#board = null
  }

  async close(): Promise<void> {
    await this.#snapshots?.close()
    this.#outbox.flush()
    await this.#outbox.idle()
  }

  /** True also while Redis is away, since no board can be stored. */
  #inRedis(): Promise<boolean> {
    return withTimeout(1000, this.context.scripts.hasBoard(this.id)).catch(() => true)
  }

  async #open(): Promise<boolean> {
    const { db, scripts, log } = this.context
    const published = await withTimeout(1000, scripts.published(this.id)).catch(() => null)
    const started = performance.now()
    const anew = this.#anew
    const board = await GameBoard.open(db, this.id, anew ? null : published)
    if (!board) return false
    const { seq } = board.state
    // The ledger ends before the published entry when a backup was restored.
    const unknown = published === null || published > seq
    if (unknown) await withTimeout(1000, scripts.drop(this.id)).catch(() => {})
    await this.#notices.open()
    this.#board = board
    this.#snapshots = new SnapshotPublisher(this.id, board, scripts, log, () =>
      this.#outbox.send({ step: null, renamed: true, notices: [], verdicts: [] })
    )
    this.#snapshots.request()
    log.info({ game: this.id, seq, ms: Math.round(performance.now() - started) }, 'board_opened')
    this.#anew = false
    if (published === null || anew)
      this.#outbox.send({ step: { from: 0, to: seq, events: null }, notices: [], verdicts: [] })
    return true
  }

  async #judgeAll(board: GameBoard): Promise<void> {
    for (let backlog = false; ; ) {
      const wait = this.#judgedAt + PACE_MS - performance.now()
      if (wait > 1 && !backlog) await sleep(wait)
      const begun = performance.now()
      const { rows, appended } = await this.#judgeTraced(board, begun)
      if (rows.length > 0) this.#logJudged(rows, appended.length, begun)
      backlog = rows.length === BATCH
      if (!backlog) return
    }
  }

  async #judgeTraced(board: GameBoard, begun: number): Promise<Judgement> {
    const trace = traceBatch(this.context, this.id)
    if (!trace) return this.#judgeOnce(board, begun)
    let judgement: Judgement | null = null
    try {
      judgement = await trace.run(() => this.#judgeOnce(board, begun))
      return judgement
    } finally {
      trace.finish(judgement)
    }
  }

  async #judgeOnce(board: GameBoard, begun: number): Promise<Judgement> {
    const judgement = await judge(this.context.db, this.id, this.#notices)
    this.#notices.advance(judgement.notices)
    const { rows } = judgement
    this.#judgedAt = rows.length < PACED_BATCH ? 0 : begun
    this.context.judged(rows)
    for (const { status, at } of rows) {
      verdicts.inc({ result: status })
      verdictLatency.observe(Math.max(0, Date.now() - at) / 1000)
    }
    await this.#advance(board, judgement)
    return judgement
  }

  async #advance(board: GameBoard, judgement: Judgement | null): Promise<void> {
    // Before the board changes: when this fails, the next attempt makes the step and sends it.
    const notices = judgement?.notices ?? (await this.#notices.next())
    if (notices.length > 0) this.context.invalidate(`notices:${this.id}`)
    // A fold that failed half way is not usable.
    const step = await board.advance(judgement ?? undefined).catch((error) => {
      this.drop()
      throw error
    })
    // Before the start viewers may not learn about challenges.
    if (step && Date.now() < board.cards.start) step.events = null
    const verdicts = (judgement?.rows ?? []).flatMap(({ id, challengeId, userId, status }) => {
      const shown = shownVerdict(status)
      return userId ? [{ id, game: this.id, challenge: challengeId, status: shown, user: userId }] : []
    })
    const solves = teamSolves(this.id, board, judgement?.rows ?? [])
    if (step || notices.length > 0 || verdicts.length > 0)
      this.#outbox.send({ step, notices, verdicts, ...(solves.length > 0 && { solves }) })
    if (step) this.#snapshots?.request()
  }

  #logJudged(rows: Judged[], solves: number, begun: number): void {
    const ms = Math.round(performance.now() - begun)
    this.context.log.debug({ game: this.id, submissions: rows.length, solves, ms }, 'submissions_judged')
  }
}
