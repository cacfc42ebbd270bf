import { randomUUID } from 'node:crypto'
import { systemCtx } from '~/server/access'
import { bool, number, row, uuid } from '~/server/db'
import { REHEARSAL_LIMITS } from './constants'
import type { RehearsalProgress, RehearsalReport } from './contract'
import { type CopiedGame, copyGame, findGameFingerprint } from './copying'
import type { RehearsalNeeds } from './needs'
import { makeTeams, openSessions, type RehearsalTeam } from './people'
import { dropSurplus } from './queries'
import { removeLeft } from './removal'
import {
  type BoardTruth,
  type Facts,
  type FailedStart,
  findFailedStart,
  readBoardTruth,
  readRehearsalFacts,
  readRightFlags
} from './truth'

/** Seconds; longer than several missed renewals. */
const LEASE_S = 30
/** Most attempts of a run whose process ended. */
const MAX_ATTEMPTS = 2

export interface ClaimedRehearsal {
  id: string
  gameId: number
  run: string
  teams: number
}

export interface Stage {
  game: CopiedGame
  teams: RehearsalTeam[]
  facts: Facts
  /** See findGameFingerprint. */
  print: string | null
}

export interface RehearsalWorkStore {
  /** The next one to play, leased for half a minute; null for none. Ends those whose processes were killed twice. */
  claim(): Promise<ClaimedRehearsal | null>
  /** Extends the lease. `lost`: somebody else has it, or the game was deleted. */
  renew(claimed: ClaimedRehearsal, progress: RehearsalProgress): Promise<'on' | 'stop' | 'lost'>
  /** Makes copy, teams and sessions. @throws AppError `game.not_found` 404 */
  prepare(claimed: ClaimedRehearsal): Promise<Stage>
  /** Right flags of a team by challenge of the copy; a dynamic one has its own once it was opened. */
  rightFlags(copy: number, teamId: number): Promise<Map<number, string[]>>
  /** See findFailedStart. */
  failedStart(copy: number, challengeId: number): Promise<FailedStart | null>
  /** The facts that the board must show. */
  boardTruth(copy: number): Promise<BoardTruth>
  print(gameId: number): Promise<string | null>
  /** Keeps the report. @returns false when the lease was lost */
  finish(
    claimed: ClaimedRehearsal,
    state: 'done' | 'stopped' | 'abandoned',
    report: RehearsalReport | null
  ): Promise<boolean>
  /** Lets another process begin anew. */
  giveBack(claimed: ClaimedRehearsal): Promise<void>
  /** See removeLeft. */
  removeLeft(): Promise<number>
}

const CLAIM = `
  UPDATE rehearsals SET state = 'running', run = $1, attempts = attempts + 1, started_at = now(), progress = NULL,
    lease_until = now() + $2 * interval '1 s'
  WHERE id = (SELECT id FROM rehearsals WHERE state = 'waiting' ORDER BY requested_at, id LIMIT 1)
    AND (SELECT count(*) FROM rehearsals WHERE state = 'running') < $3
  RETURNING id, game_id AS "gameId", run, teams`

/** The process was killed: it begins anew, or ends when that happened before. */
const EXPIRED = `
  UPDATE rehearsals SET lease_until = NULL,
    state = CASE WHEN stopping THEN 'stopped' WHEN attempts < $1 THEN 'waiting' ELSE 'abandoned' END,
    ended_at = CASE WHEN stopping OR attempts >= $1 THEN now() END
  WHERE state = 'running' AND lease_until <= now()`

const RENEW = `
  UPDATE rehearsals SET lease_until = now() + $3 * interval '1 s', progress = $4
  WHERE id = $1 AND run = $2 AND state = 'running' RETURNING stopping`

const FINISH = `
  UPDATE rehearsals SET state = $3, report = $4, ended_at = now(), lease_until = NULL, progress = NULL
  WHERE id = $1 AND run = $2 AND state = 'running'`

const GIVE_BACK = `
  UPDATE rehearsals SET state = CASE WHEN stopping THEN 'stopped' ELSE 'waiting' END,
    ended_at = CASE WHEN stopping THEN now() END, attempts = attempts - 1, lease_until = NULL, progress = NULL
  WHERE id = $1 AND run = $2 AND state = 'running'`

export function createRehearsalWorkStore({
  db,
  change,
  secretBox,
  accounts
}: RehearsalNeeds): RehearsalWorkStore {
  const { pool } = db
  return {
    claim: () =>
      change(systemCtx(), { rehearsals: true }, async (tx) => {
        await tx.query(EXPIRED, [MAX_ATTEMPTS])
        const shape = { id: uuid, gameId: number, run: uuid, teams: number }
        return (await row(tx, shape, CLAIM, [randomUUID(), LEASE_S, REHEARSAL_LIMITS.running])) ?? null
      }),

    async renew({ id, run }, progress) {
      const held = await row(pool, { stopping: bool }, RENEW, [id, run, LEASE_S, JSON.stringify(progress)])
      if (!held) return 'lost'
      return held.stopping ? 'stop' : 'on'
    },

    async prepare({ gameId, run, teams }) {
      const print = await findGameFingerprint(pool, gameId)
      const facts = await readRehearsalFacts(pool, gameId)
      const ctx = systemCtx()
      const made = await change(ctx, { long: true }, async (tx) => {
        const game = await copyGame(tx, secretBox, gameId, run)
        tx.invalidate(`game:${game.id}`)
        return { game, people: await makeTeams(tx, teams, run) }
      })
      return { game: made.game, teams: await openSessions(accounts, { ctx }, made.people), facts, print }
    },

    rightFlags: (copy, teamId) => readRightFlags(pool, copy, teamId),
    failedStart: (copy, challengeId) => findFailedStart(pool, copy, challengeId),
    boardTruth: (copy) => readBoardTruth(pool, copy),
    print: (gameId) => findGameFingerprint(pool, gameId),

    finish: ({ id, run, gameId }, state, report) =>
      change(systemCtx(), async (tx) => {
        const { rowCount } = await tx.query(FINISH, [id, run, state, report && JSON.stringify(report)])
        if (!rowCount) return false
        await dropSurplus(tx, gameId, REHEARSAL_LIMITS.kept)
        const bad = report?.findings.filter(({ severity }) => severity === 'bad').length ?? null
        await tx.audit({ action: 'rehearsal_ended', target: `game:${gameId}`, after: { state, bad } })
        return true
      }),

    async giveBack({ id, run }) {
      await pool.query(GIVE_BACK, [id, run])
    },

    removeLeft: () => removeLeft(db, change, systemCtx())
  }
}
