import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '~/server/db'
import { findRevision, type NotificationReason, type Revision } from '~/server/ledger'
import { verdictLatency, verdicts } from '~/server/metrics'
import type { NoticeView } from '~/server/notices/contract'
import { withTimeout } from '~/server/platform/concurrency/timeout'
import type { Log } from '~/server/platform/log'
import type { Submissions, TraceContexts } from '~/server/submissions'
import { shownVerdict } from '~/server/submissions/contract'
import type { AnswerChecks } from './answer-checks'
import { GameBoard, type Step } from './board/game-board'
import { Outbox } from './board/outbox'
import { SnapshotPublisher, type Stored } from './board/publisher'
import type { Scripts } from './board/scripts'
import { teamSolves } from './board/team-solves'
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

/** Messages of committed batches, whose step has not been made yet. */
interface Untold {
  notices: NoticeView[]
  rows: Judged[]
}

/** More than this are not kept for a board that cannot be opened: pages ask for verdicts and notices themselves. */
const MAX_UNTOLD = 10 * BATCH

/** Judges a game, keeps its board and pushes changes. One call at a time. */
export class GameLeader {
  #board: GameBoard | null = null
  #snapshots: SnapshotPublisher | null = null
  /** What a board showed that was dropped. */
  #before: Stored | null = null
  readonly #outbox: Outbox
  readonly #notices: NoticeTail
  #untold: Untold = { notices: [], rows: [] }
  #outdated = false
  #judgedAt = 0

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

  get revision(): Revision | null {
    return this.#board?.revision ?? null
  }

  /** Last ledger entry of the board in Redis; null when this process stored none. */
  get stored(): number | null {
    return this.#snapshots?.stored ?? null
  }

  /** The last snapshot or message could not be stored; `project` tries again. */
  get unsaved(): boolean {
    return this.#outbox.failed || (this.#snapshots?.unsaved ?? false)
  }

  /** @returns false when the game does not exist */
  async serve(reasons: ReadonlySet<NotificationReason>): Promise<boolean> {
    if (this.#outdated) this.drop()
    this.#outdated = false
    if ((reasons.has('rebuild') || reasons.has('refresh')) && !(await this.#revise())) return false
    if (!this.#board && !(await this.#open())) return false
    if (reasons.has('board') && !(await this.#inRedis())) this.project()
    if (reasons.has('judge')) {
      this.context.checks.look(this.id)
      await this.#judgeAll()
    } else await this.#advance(null)
    return true
  }

  /** Follows the revision of the game, once for each. @returns false when the game does not exist */
  async #revise(): Promise<boolean> {
    const board = this.#board
    if (!board) return true
    const revision = await findRevision(this.context.db.pool, this.id)
    if (!revision) return false
    const { rebuilds, refreshes } = board.revision
    if (revision.rebuilds !== rebuilds) this.drop()
    else if (revision.refreshes !== refreshes) {
      if (!(await board.refresh())) return false
      this.project()
    }
    return true
  }

  /** Stores the board in Redis again, since names changed or Redis lost it. */
  project(): void {
    this.#outbox.flush()
    this.#snapshots?.reset()
    this.#snapshots?.request()
  }

  /** Has the next `serve` open the board anew; one that runs keeps its own. */
  reopen(): void {
    this.#outdated = true
  }

  drop(): void {
    if (this.#board) this.#before = { seq: this.#board.state.seq, etag: this.#snapshots?.etag ?? '' }
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
    const board = await GameBoard.open(db, this.id, published)
    if (!board) return false
    const { seq } = board.state
    // The ledger ends before the published entry when a backup was restored.
    const unknown = published === null || published.seq > seq
    if (unknown) await withTimeout(1000, scripts.drop(this.id)).catch(() => {})
    await this.#notices.open((newest) => withTimeout(1000, scripts.lastNotice(this.id, newest)))
    this.#board = board
    const renamed = { step: null, renamed: true, notices: [], verdicts: [] }
    const reached = published?.seq
    const isAnother = !board.continues(published)
    // Viewers who have its entries fetch the board only when they hear that it shows something else beside them.
    const unsure = isAnother && reached === seq ? { seq, etag: '' } : null
    const before = this.#before?.seq === seq ? this.#before : unsure
    const tell = () => this.#send(renamed)
    this.#snapshots = new SnapshotPublisher(this.id, board, scripts, log, tell, before)
    this.#snapshots.request()
    log.info({ game: this.id, seq, ms: Math.round(performance.now() - started) }, 'board_opened')
    if (isAnother) this.#send({ step: { from: 0, to: seq, events: null }, notices: [], verdicts: [] })
    return true
  }

  #send(message: Parameters<Outbox['send']>[0]): void {
    if (this.#board) this.#outbox.send(message, this.#board.revision.rebuilds)
  }

  async #judgeAll(): Promise<void> {
    for (let backlog = false; ; ) {
      const wait = this.#judgedAt + PACE_MS - performance.now()
      if (wait > 1 && !backlog) await sleep(wait)
      const begun = performance.now()
      const { rows, appended } = await this.#judgeTraced(begun)
      if (rows.length > 0) this.#logJudged(rows, appended.length, begun)
      backlog = rows.length === BATCH
      if (!backlog) return
    }
  }

  async #judgeTraced(begun: number): Promise<Judgement> {
    const trace = traceBatch(this.context, this.id)
    if (!trace) return this.#judgeOnce(begun)
    let judgement: Judgement | null = null
    try {
      judgement = await trace.run(() => this.#judgeOnce(begun))
      return judgement
    } finally {
      trace.finish(judgement)
    }
  }

  async #judgeOnce(begun: number): Promise<Judgement> {
    const judgement = await judge(this.context.db, this.id, this.#notices)
    this.#notices.advance(judgement.notices)
    const { rows } = judgement
    this.#judgedAt = rows.length < PACED_BATCH ? 0 : begun
    this.context.judged(rows)
    for (const { status, at } of rows) {
      verdicts.inc({ result: status })
      verdictLatency.observe(Math.max(0, Date.now() - at) / 1000)
    }
    await this.#advance(judgement)
    return judgement
  }

  async #advance(judgement: Judgement | null): Promise<void> {
    // Before the board changes: when this fails, the next attempt makes the step and sends it.
    const notices = judgement?.notices ?? (await this.#notices.next())
    if (notices.length > 0) this.context.invalidate(`notices:${this.id}`)
    this.#keep(notices, judgement?.rows ?? [])
    const step = await this.#step(judgement)
    this.#tell(step)
    if (step) this.#snapshots?.request()
  }

  /** Until they are sent: a batch is judged once, so that the attempt after a failed step would not have its messages. */
  #keep(notices: readonly NoticeView[], rows: readonly Judged[]): void {
    const { notices: earlier, rows: before } = this.#untold
    this.#untold = {
      notices: [...earlier, ...notices].slice(-MAX_UNTOLD),
      rows: [...before, ...rows].slice(-MAX_UNTOLD)
    }
  }

  #tell(step: Step | null): void {
    const { notices, rows } = this.#untold
    const verdicts = rows.flatMap(({ id, challengeId, userId, status }) => {
      const shown = shownVerdict(status)
      return userId ? [{ id, game: this.id, challenge: challengeId, status: shown, user: userId }] : []
    })
    const solves = this.#board ? teamSolves(this.id, this.#board, rows) : []
    if (step || notices.length > 0 || verdicts.length > 0)
      this.#send({ step, notices, verdicts, ...(solves.length > 0 && { solves }) })
    this.#untold = { notices: [], rows: [] }
  }

  /** What viewers get; null when nothing changed, or when the board was opened anew, which has them fetch it. */
  async #step(judgement: Judgement | null): Promise<Step | null> {
    const board = this.#board!
    // A fold that failed half way is not usable.
    const step = await board.advance(judgement ?? undefined).catch((error) => {
      this.drop()
      throw error
    })
    if (step === 'outdated') {
      this.drop()
      await this.#open()
      return null
    }
    // Before the start viewers may not learn about challenges.
    if (step && Date.now() < board.cards.start) step.events = null
    return step
  }

  #logJudged(rows: Judged[], solves: number, begun: number): void {
    const ms = Math.round(performance.now() - begun)
    this.context.log.debug({ game: this.id, submissions: rows.length, solves, ms }, 'submissions_judged')
  }
}
