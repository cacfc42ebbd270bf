import { setTimeout as sleep } from 'node:timers/promises'
import type { ScoreEvent, WakeReason } from '~/server/ledger'
import type { Database } from '~/server/platform/db'
import type { Log } from '~/server/platform/log'
import { within } from '~/server/platform/within'
import type { Submissions } from '~/server/submissions'
import { shownVerdict } from '~/server/submissions/contract'
import { GameBoard } from './board/game-board'
import { Outbox } from './board/outbox'
import { SnapshotPublisher } from './board/publisher'
import type { Scripts } from './board/scripts'
import type { LiveMessage } from './gateway/bus'
import { BATCH, type Judged, judge, NoticeTail } from './judge'

/** What a led game needs of its process. */
export interface GameContext {
  db: Database
  log: Log
  scripts: Scripts
  /** Names this process in Redis. */
  token: string
  judged: Submissions['judged']
  /** Drops what processes keep in memory (server/platform/cache). */
  forget(...tags: string[]): void
  /** Tells this process' sockets. */
  tell(message: LiveMessage): void
}

/**
 * While flags pour in, rows share a transaction: after a batch of so many the next waits until this long after its
 * beginning. Smaller ones follow each other at once, so that a verdict is not waited for longer than it takes.
 */
const PACED_BATCH = 48
const PACE_MS = 25

/** A game this process leads: judges it, keeps its board, tells what happened. Calls come one after the other. */
export class GameLeader {
  #board: GameBoard | null = null
  #snapshots: SnapshotPublisher | null = null
  readonly #outbox: Outbox
  readonly #notices: NoticeTail
  #judgedAt = 0

  constructor(
    private readonly id: number,
    private readonly context: GameContext
  ) {
    const { token, scripts, tell, log, db } = context
    this.#outbox = new Outbox(id, token, scripts, tell, log)
    this.#notices = new NoticeTail(db, id)
  }

  /** Last ledger entry of the board in memory; null before it was opened. */
  get seq(): number | null {
    return this.#board?.state.seq ?? null
  }

  /** Last ledger entry of the board in Redis; null when this process stored none. */
  get stored(): number | null {
    return this.#snapshots?.stored ?? null
  }

  /** A snapshot could not be stored: `project` has it tried again. */
  get owed(): boolean {
    return this.#snapshots?.owed ?? false
  }

  /**
   * Does what the wake-ups ask for.
   * @returns false when there is no such game
   */
  async serve(reasons: ReadonlySet<WakeReason>): Promise<boolean> {
    if (reasons.has('rebuild')) this.drop()
    if (!this.#board && !(await this.#open())) return false
    const board = this.#board as GameBoard
    if (reasons.has('refresh')) {
      if (!(await board.cards.load())) return false
      this.project()
    }
    if (reasons.has('board') && !(await this.#inRedis())) this.project()
    if (reasons.has('judge')) await this.#judgeAll(board)
    else await this.#advance(board, [], [])
    return true
  }

  /** Puts the board into Redis anew: names changed, or Redis lost it. */
  project(): void {
    this.#outbox.flush()
    this.#snapshots?.reset()
    this.#snapshots?.request()
  }

  /** Forgets the board; the next call reads the ledger from its beginning. */
  drop(): void {
    this.#snapshots?.abandon()
    this.#snapshots = null
    this.#board = null
  }

  /** Stores and sends what is still to be. */
  async close(): Promise<void> {
    await this.#snapshots?.close()
    this.#outbox.flush()
    await this.#outbox.idle()
  }

  /** Whether Redis holds a board of the game; true while it is away, since none can be put there. */
  #inRedis(): Promise<boolean> {
    return within(1000, this.context.scripts.hasBoard(this.id)).catch(() => true)
  }

  async #open(): Promise<boolean> {
    const { db, scripts, log } = this.context
    const published = await within(1000, scripts.published(this.id)).catch(() => null)
    const started = performance.now()
    const board = await GameBoard.open(db, this.id, published)
    if (!board) return false
    const { seq } = board.state
    // A ledger that ends before what was published is another ledger: a database was put back.
    const unknown = published === null || published > seq
    if (unknown) await within(1000, scripts.forget(this.id)).catch(() => {})
    await this.#notices.open()
    this.#board = board
    this.#snapshots = new SnapshotPublisher(this.id, board, scripts, log, () =>
      this.#outbox.send({ step: null, renamed: true, notices: [], verdicts: [] })
    )
    this.#snapshots.request()
    log.info({ game: this.id, seq, ms: Math.round(performance.now() - started) }, 'board_opened')
    if (published === null)
      this.#outbox.send({ step: { from: 0, to: seq, events: null }, notices: [], verdicts: [] })
    return true
  }

  async #judgeAll(board: GameBoard): Promise<void> {
    for (let backlog = false; ; ) {
      const wait = this.#judgedAt + PACE_MS - performance.now()
      if (wait > 1 && !backlog) await sleep(wait)
      const begun = performance.now()
      const { rows, appended } = await judge(this.context.db, this.id)
      this.#judgedAt = rows.length < PACED_BATCH ? 0 : begun
      this.context.judged(rows)
      await this.#advance(board, appended, rows)
      if (rows.length > 0) this.#logJudged(rows, appended.length, begun)
      backlog = rows.length === BATCH
      if (!backlog) return
    }
  }

  async #advance(board: GameBoard, appended: ScoreEvent[], rows: Judged[]): Promise<void> {
    // Before the board moves: when this fails the step is still to be made, and is told at the next try.
    const notices = await this.#notices.next()
    if (notices.length > 0) this.context.forget(`notices:${this.id}`)
    // A fold that stopped half way is of no use any more.
    const step = await board.advance(appended).catch((error) => {
      this.drop()
      throw error
    })
    // Before the start nothing may be known of the challenges.
    if (step && Date.now() < board.cards.clock.start) step.events = null
    const verdicts = rows.flatMap(({ id, challengeId, userId, status }) => {
      const shown = shownVerdict(status)
      return userId ? [{ id, game: this.id, challenge: challengeId, status: shown, user: userId }] : []
    })
    if (step || notices.length > 0 || verdicts.length > 0) this.#outbox.send({ step, notices, verdicts })
    if (step) this.#snapshots?.request()
  }

  #logJudged(rows: Judged[], solves: number, begun: number): void {
    const ms = Math.round(performance.now() - begun)
    this.context.log.debug({ game: this.id, submissions: rows.length, solves, ms }, 'submissions_judged')
  }
}
