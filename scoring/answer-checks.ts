import { setTimeout as sleep } from 'node:timers/promises'
import { flagsToCheckSql } from '~/server/challenges'
import { type Database, number, type RowOf, row, rows, text, texts } from '~/server/db'
import type { Log } from '~/server/platform/log'
import { PluginFault, type Plugins } from '~/server/plugins'

/** Answers of a game that are checked at once; a plug-in's threads are fewer. */
const CONCURRENCY = 50
/** Seconds before the second and the third attempt; a third fault is a wrong answer (docs/rules/plugins.md#checkers). */
const DELAYS = [1, 5]
/** Milliseconds between two looks at a game without a loaded checker, and between two warnings. */
const LOOK_MS = 1000
const WARN_MS = 60_000

const DUE = {
  id: number,
  plugin: text,
  attempts: number,
  answer: text,
  challengeId: number,
  title: text,
  teamId: number,
  team: text,
  flags: texts
}
type RowDue = RowOf<typeof DUE>

const OWN_FLAG = `(SELECT o.flag FROM team_flags o
  WHERE o.challenge_id = c.id AND o.participation_id = s.participation_id)`

const WAITING = `FROM unjudged u JOIN submissions s ON s.id = u.submission_id
  JOIN challenges c ON c.id = s.challenge_id LEFT JOIN flag_checks k ON k.submission_id = s.id
  WHERE u.game_id = $1 AND u.waits`

const LOOK = `
  SELECT s.id, c.checker AS plugin, coalesce(k.attempts, 0) AS attempts, s.answer, c.id AS "challengeId", c.title,
    t.id AS "teamId", t.name AS team, ${flagsToCheckSql(OWN_FLAG)} AS flags
  FROM (SELECT s.id ${WAITING} AND c.checker = ANY ($2::text[]) AND k.is_right IS NULL
          AND (k.due_at IS NULL OR k.due_at <= now()) AND s.id <> ALL ($3::int[])
        ORDER BY u.submitted_at, s.id LIMIT $4) due
    JOIN submissions s USING (id) JOIN challenges c ON c.id = s.challenge_id
    JOIN participations p ON p.id = s.participation_id JOIN teams t ON t.id = p.team_id
    LEFT JOIN flag_checks k ON k.submission_id = s.id
  ORDER BY s.submitted_at, s.id`

/** An answer that was deleted meanwhile has no row that could refer to it. */
const KEEP = `
  INSERT INTO flag_checks (submission_id, plugin, is_right, attempts, error, due_at)
  SELECT id, $2, $3, $4, $5, now() + make_interval(secs => $6) FROM submissions WHERE id = $1 FOR KEY SHARE
  ON CONFLICT (submission_id) DO UPDATE
  SET plugin = $2, is_right = $3, attempts = $4, error = $5, due_at = excluded.due_at
  WHERE flag_checks.is_right IS NULL`

/** Releases answers in the order in which they were sent, so that a slow check costs no team a blood. */
const RELEASE = `
  UPDATE unjudged q SET waits = false, waited = true
  FROM (SELECT u.submitted_at, u.submission_id, bool_or(c.checker IS NOT NULL AND k.is_right IS NULL)
          OVER (PARTITION BY c.id ORDER BY u.submitted_at, u.submission_id) AS held
        ${WAITING}) w
  WHERE q.game_id = $1 AND q.submitted_at = w.submitted_at AND q.submission_id = w.submission_id AND NOT w.held`

const MISSING = `SELECT count(*)::int AS n, coalesce(min(c.checker), '') AS plugin
  ${WAITING} AND c.checker <> ALL ($2::text[]) AND k.is_right IS NULL`

interface Needs {
  db: Database
  plugins: Pick<Plugins, 'names' | 'check'>
  log: Log
  /** Called when a judge may have answers to take. */
  judge(gameId: number): void
}

/** Asks checkers about answers that wait for them, outside of the judge, which never waits for a plug-in. */
export class AnswerChecks {
  readonly #running = new Map<number, Set<number>>()
  readonly #looking = new Map<number, { again: boolean }>()
  readonly #lookedAt = new Map<number, number>()
  readonly #warnedAt = new Map<number, number>()
  #stopping = false

  constructor(private readonly needs: Needs) {}

  /** Takes up what waits in a game, if anything does. Never throws; what fails is found again by the sweep. */
  look(gameId: number): void {
    if (this.#stopping) return
    const current = this.#looking.get(gameId)
    if (current) {
      current.again = true
      return
    }
    const idle = this.needs.plugins.names('checker').length === 0
    if (idle && Date.now() - (this.#lookedAt.get(gameId) ?? 0) < LOOK_MS) return
    this.#lookedAt.set(gameId, Date.now())
    const state = { again: false }
    this.#looking.set(gameId, state)
    this.#take(gameId)
      .catch((error: Error) =>
        this.needs.log.warn({ game: gameId, err: error.message }, 'flag_checks_failed')
      )
      .finally(() => {
        this.#looking.delete(gameId)
        if (state.again) this.look(gameId)
      })
  }

  /** Answers in work are left to the next start. */
  close(): void {
    this.#stopping = true
  }

  async #take(gameId: number): Promise<void> {
    const { db, plugins, judge } = this.needs
    const running = this.#running.get(gameId) ?? new Set()
    const names = plugins.names('checker')
    const { rowCount } = await db.pool.query(RELEASE, [gameId])
    if (rowCount) judge(gameId)
    const free = CONCURRENCY - running.size
    const due = free > 0 ? await rows(db.pool, DUE, LOOK, [gameId, names, [...running], free]) : []
    for (const one of due) {
      running.add(one.id)
      this.#running.set(gameId, running)
      void this.#check(gameId, one).finally(() => {
        running.delete(one.id)
        if (running.size === 0) this.#running.delete(gameId)
        this.look(gameId)
      })
    }
    if (due.length === 0 && running.size === 0) await this.#warn(gameId, names)
  }

  async #check(gameId: number, due: RowDue): Promise<void> {
    const { db, plugins, log } = this.needs
    const attempts = due.attempts + 1
    try {
      const isRight = await plugins.check(due.plugin, {
        answer: due.answer,
        flags: due.flags,
        challenge: { id: due.challengeId, title: due.title },
        team: { id: due.teamId, name: due.team }
      })
      if (!this.#stopping) await db.pool.query(KEEP, [due.id, due.plugin, isRight, attempts, null, 0])
    } catch (error) {
      if (this.#stopping) return
      const delay = DELAYS[attempts - 1]
      const facts = { game: gameId, submission: due.id, plugin: due.plugin, attempts }
      if (!(error instanceof PluginFault)) return this.#notKept(facts, error as Error)
      const isOver = delay === undefined
      if (isOver) log.warn({ ...facts, reason: error.message }, 'flag_check_given_up')
      await db.pool
        .query(KEEP, [due.id, due.plugin, isOver ? false : null, attempts, error.message, delay ?? 0])
        .catch((fault: Error) => this.#notKept(facts, fault))
    }
  }

  /** Waits, so that an attempt that cannot be stored is not repeated without a pause: its answer is due at once. */
  async #notKept(facts: object, { message }: Error): Promise<void> {
    this.needs.log.warn({ ...facts, err: message }, 'flag_checks_failed')
    await sleep(LOOK_MS, undefined, { ref: false })
  }

  /** Answers whose checker is not loaded wait for it, because nothing else can judge them. */
  async #warn(gameId: number, names: string[]): Promise<void> {
    if (Date.now() - (this.#warnedAt.get(gameId) ?? 0) < WARN_MS) return
    const found = await row(this.needs.db.pool, { n: number, plugin: text }, MISSING, [gameId, names])
    if (!found?.n) return
    this.#warnedAt.set(gameId, Date.now())
    this.needs.log.warn({ game: gameId, plugin: found.plugin, waiting: found.n }, 'flag_checks_waiting')
  }
}
