import { refuseOwn } from '~/server/access'
import { callerUserId } from '~/server/access/contract'
import type { Change, MakeChange } from '~/server/change'
import { type Database, number, row, rows } from '~/server/db'
import type { GameAccess } from '~/server/games/contract'
import type { Mail } from '~/server/mail'
import { AppError } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import { CASE_LIMITS, type CaseState } from './constants'
import type { Taken } from './evidence'

export interface Needs {
  db: Database
  change: MakeChange
  games: GameAccess
  mail: Mail
  log: Log
}

/**
 * Refuses a caller who plays for a team of the case (docs/rules/game-staff.md#playing). @throws AppError `game.own_team` 403
 */
export async function refuseOwnCase(tx: Change, caseId: number): Promise<void> {
  const text = 'SELECT participation_id AS id FROM case_teams WHERE case_id = $1'
  const teams = await rows(tx, { id: number }, text, [caseId])
  await refuseOwn(
    tx,
    tx.ctx,
    teams.map(({ id }) => id)
  )
}

/** Bumps the version, which makes earlier reads outdated. */
export async function touch(tx: Change, caseId: number, state?: CaseState): Promise<void> {
  await tx.query('UPDATE cases SET version = version + 1, state = coalesce($2, state) WHERE id = $1', [
    caseId,
    state ?? null
  ])
}

/** @throws AppError `participation.not_found` 404, `case.too_many_teams` 400 */
export async function addTeams(
  tx: Change,
  gameId: number,
  caseId: number,
  ids: readonly number[]
): Promise<void> {
  const found = await rows(
    tx,
    { id: number },
    'SELECT id FROM participations WHERE game_id = $1 AND id = ANY ($2)',
    [gameId, ids]
  )
  if (found.length < ids.length) throw new AppError('participation.not_found', 404)
  await tx.query(
    'INSERT INTO case_teams (case_id, participation_id) SELECT $1, unnest($2::int[]) ON CONFLICT DO NOTHING',
    [caseId, ids]
  )
  const teams = await row(tx, { n: number }, 'SELECT count(*)::int AS n FROM case_teams WHERE case_id = $1', [
    caseId
  ])
  if (teams!.n > CASE_LIMITS.teams)
    throw new AppError('case.too_many_teams', 400, { params: { most: CASE_LIMITS.teams } })
}

/** Skips known evidence. @returns the number of new entries */
export async function addEntries(tx: Change, caseId: number, taken: readonly Taken[]): Promise<number> {
  const added = await rows(
    tx,
    { id: number },
    `INSERT INTO case_entries (case_id, kind, ref, facts, user_id, at)
     SELECT $1, e.kind, e.ref, e.facts, $5, $6
     FROM unnest($2::text[], $3::text[], $4::jsonb[]) AS e (kind, ref, facts)
     ON CONFLICT (case_id, kind, ref) DO NOTHING RETURNING id`,
    [
      caseId,
      taken.map(({ kind }) => kind),
      taken.map(({ id }) => String(id)),
      taken.map(({ facts }) => JSON.stringify(facts)),
      callerUserId(tx.ctx),
      tx.ctx.now
    ]
  )
  await needRoom(tx, caseId)
  return added.length
}

/** @throws AppError `case.full` 400 */
export async function needRoom(tx: Change, caseId: number): Promise<void> {
  const entries = await row(
    tx,
    { n: number },
    'SELECT count(*)::int AS n FROM case_entries WHERE case_id = $1',
    [caseId]
  )
  if (entries!.n > CASE_LIMITS.entries)
    throw new AppError('case.full', 400, { params: { most: CASE_LIMITS.entries } })
}
