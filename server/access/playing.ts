import { bool, number, rows, type Sql, uuid } from '~/server/db'
import { AppError } from '~/server/platform/errors'
import { type Ctx, callerUserId } from './contract'

/** SQL: account `u` may play although it has a role in the game (docs/rules/game-staff.md#playing). */
const ADMINISTERS = `u.role = 'Admin'`

/** SQL: account `u` has a role in game `$1`. */
const IS_STAFF = 'EXISTS (SELECT FROM game_staff s WHERE s.game_id = $1 AND s.user_id = u.id)'

/**
 * SQL: a role in game `$1` was taken from account `u`, which may have read flags with it, and no administrator has let it play
 * since. The audit remembers that, because it is never deleted.
 */
export const wasStaffSql = (
  userId: string
): string => `coalesce((SELECT a.after IS NULL OR a.after = 'null'::jsonb
  FROM audit_events a WHERE a.target = 'game:' || $1::int AND a.action = 'game_staff_removed'
    AND a.before ->> 'account' = ${userId}::text ORDER BY a.id DESC LIMIT 1), false)`

/**
 * Returns those of the accounts that may not play because they have, or had, a role in the game
 * (docs/rules/game-staff.md#playing). Call it under the ledger's lock, which changes of staff take too.
 */
export async function listBarred(
  sql: Sql,
  gameId: number,
  userIds: readonly string[]
): Promise<{ id: string; now: boolean }[]> {
  return rows(
    sql,
    { id: uuid, now: bool },
    `SELECT u.id, ${IS_STAFF} AS now FROM users u
     WHERE u.id = ANY ($2::uuid[]) AND NOT ${ADMINISTERS} AND (${IS_STAFF} OR ${wasStaffSql('u.id')})`,
    [gameId, userIds]
  )
}

/** @throws AppError `game.staff_plays` 400 when one of them is staff, `game.was_staff` when one was */
export async function refuseStaff(sql: Sql, gameId: number, userIds: readonly string[]): Promise<void> {
  const barred = await listBarred(sql, gameId, userIds)
  if (barred.length > 0)
    throw new AppError(barred.some(({ now }) => now) ? 'game.staff_plays' : 'game.was_staff')
}

/**
 * SQL: account `u` plays in game `gameId`, so that it cannot be its staff. A rejected team does not play; a suspended one may
 * again.
 */
export const playsInGameSql = (gameId: string): string => `(NOT ${ADMINISTERS} AND EXISTS (
  SELECT FROM registrations r JOIN participations p ON p.id = r.participation_id
  WHERE r.game_id = ${gameId} AND r.user_id = u.id AND p.status <> 'Rejected'))`

/** Returns those of `participationIds` in which the caller is registered or whose team has the caller as a member. */
async function ownAmong(
  sql: Sql,
  ctx: Ctx,
  participationIds: readonly number[]
): Promise<ReadonlySet<number>> {
  const userId = callerUserId(ctx)
  if (userId === null || participationIds.length === 0) return new Set()
  const found = await rows(
    sql,
    { id: number },
    `SELECT p.id FROM participations p WHERE p.id = ANY ($1::int[]) AND (
       EXISTS (SELECT FROM registrations r WHERE r.participation_id = p.id AND r.user_id = $2)
       OR EXISTS (SELECT FROM team_members m WHERE m.team_id = p.team_id AND m.user_id = $2))`,
    [participationIds, userId]
  )
  return new Set(found.map(({ id }) => id))
}

/** Refuses the caller's own team: nobody judges it (docs/rules/game-staff.md#playing). @throws AppError `game.own_team` 403 */
export async function refuseOwn(sql: Sql, ctx: Ctx, participationIds: readonly number[]): Promise<void> {
  const own = await ownAmong(sql, ctx, participationIds)
  if (own.size > 0) throw new AppError('game.own_team', 403)
}

/**
 * Like ownAmong, for the review of registrations. Administrators may review their own team, because clients of the contract let
 * an administrator join and accept the team.
 */
export async function listUnreviewable(
  sql: Sql,
  ctx: Ctx,
  participationIds: readonly number[]
): Promise<ReadonlySet<number>> {
  return ctx.actor?.role === 'Admin' ? new Set() : ownAmong(sql, ctx, participationIds)
}
