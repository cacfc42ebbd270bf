import { actorOf } from '~/server/accounts'
import { type Actor, type Ctx, callerOf } from '~/server/accounts/contract'
import { endInstances } from '~/server/instances'
import type { WakeReason } from '~/server/ledger/contract'
import type { Caches } from '~/server/platform/cache'
import type { Database, Sql } from '~/server/platform/db'
import {
  AppError,
  forbidden,
  isForeignKeyViolation,
  isUniqueViolation,
  notFound
} from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import { dropEmptied } from './emptied'
import { type HeldTeam, holdTeam } from './lock'
import { type Removed, removeTeam } from './removal'

/** Who belongs to a team, and who leads it. All of it is barred while the team is locked: `team.locked`. */
export interface Membership {
  /**
   * The caller leaves. Registrations in games that have not ended go, those in ended games stay (decisions.md, Roster).
   * @throws AppError `team.not_found` 404, `team.leave_not_member`, `team.captain_stays`
   */
  leave(ctx: Ctx, id: number): Promise<void>
  /** The captain removes another member, like `leave`. @throws AppError `team.user_not_in_team`, `team.captain_stays` */
  kick(ctx: Ctx, id: number, userId: string): Promise<void>
  /**
   * The captain makes another member captain.
   * @throws AppError `team.new_captain_not_found`, `team.user_not_in_team`, `team.new_captain_at_limit`
   */
  transfer(ctx: Ctx, id: number, userId: string): Promise<void>
  /** The captain deletes the team with all it did; see removeTeam. @throws AppError `team.not_found` 404 */
  disband(ctx: Ctx, id: number): Promise<void>
}

interface Needs {
  db: Database
  caches: Caches
  log: Log
  wake(gameId: number, reason: WakeReason): void
}

/** Forgets and wakes what depended on a team that is gone; after the commit. */
export function settleRemoval({ caches, wake }: Needs, team: HeldTeam, { users, games }: Removed): void {
  const places = team.places.flatMap(({ gameId, participationId }) => [
    `joined:${gameId}`,
    `participation:${participationId}`
  ])
  caches.forget(`team:${team.id}`, ...places, ...users.map((user) => `user:${user}`))
  for (const gameId of games) wake(gameId, 'judge')
}

async function isMember(sql: Sql, teamId: number, userId: string): Promise<boolean> {
  const { rowCount } = await sql.query('SELECT 1 FROM team_members WHERE team_id = $1 AND user_id = $2', [
    teamId,
    userId
  ])
  return rowCount === 1
}

async function userExists(sql: Sql, id: string): Promise<boolean> {
  return (await sql.query('SELECT 1 FROM users WHERE id = $1', [id])).rowCount === 1
}

/**
 * Takes the user out of the team and of its games that are held; a team with nobody registered leaves the game. The
 * team's instances there end: whoever goes knows their addresses.
 */
async function removeMember(sql: Sql, ctx: Ctx, { id, places }: HeldTeam, userId: string): Promise<void> {
  const held = places.map(({ participationId }) => participationId)
  const { rows } = await sql.query<{ id: number }>(
    'DELETE FROM registrations WHERE user_id = $1 AND participation_id = ANY($2::int[]) RETURNING participation_id AS id',
    [userId, held]
  )
  const participationIds = rows.map((row) => row.id)
  if (participationIds.length > 0)
    await endInstances(sql, { participationIds }, 'member_removed', {
      at: ctx.now,
      actorId: ctx.actor?.id ?? null
    })
  await dropEmptied(sql, held)
  await sql.query('DELETE FROM team_members WHERE team_id = $1 AND user_id = $2', [id, userId])
}

function captainOnly(team: HeldTeam, actor: Actor): void {
  if (team.captainId !== actor.id) throw forbidden('team.captain_only')
}

function unlocked(team: HeldTeam): void {
  if (team.locked) throw new AppError('team.locked')
}

/** Why the new captain could not be written down. */
function notCaptain(error: unknown): unknown {
  if (isUniqueViolation(error, 'teams_captain_id_key')) return new AppError('team.new_captain_at_limit')
  return isForeignKeyViolation(error) ? new AppError('team.new_captain_not_found') : error
}

export function createMembership(needs: Needs): Membership {
  const { db, caches, log } = needs

  /** The team as the contract wants it: a missing one is 400 for some calls, 404 for others. */
  const held = async (sql: Sql, ctx: Ctx, id: number, missing: AppError, games?: 'all') => {
    const team = await holdTeam(sql, ctx.now, id, games)
    if (!team) throw missing
    return team
  }

  const left = (team: HeldTeam, userId: string) => {
    const joined = team.places.map(({ gameId }) => `joined:${gameId}`)
    const places = team.places.map(({ participationId }) => `participation:${participationId}`)
    caches.forget(`team:${team.id}`, `user:${userId}`, ...joined, ...places)
  }

  return {
    async leave(ctx, id) {
      const actor = actorOf(ctx)
      const team = await db.transaction(async (sql) => {
        const team = await held(sql, ctx, id, notFound('team.not_found'))
        if (!(await isMember(sql, id, actor.id))) throw new AppError('team.leave_not_member')
        if (team.captainId === actor.id) throw new AppError('team.captain_stays')
        unlocked(team)
        await removeMember(sql, ctx, team, actor.id)
        return team
      })
      left(team, actor.id)
      log.info({ team: id, ...callerOf(ctx) }, 'team_left')
    },

    async kick(ctx, id, userId) {
      const actor = actorOf(ctx)
      const team = await db.transaction(async (sql) => {
        const team = await held(sql, ctx, id, new AppError('team.not_found'))
        captainOnly(team, actor)
        if (userId === actor.id) throw new AppError('team.captain_stays')
        if (!(await isMember(sql, id, userId))) throw new AppError('team.user_not_in_team')
        unlocked(team)
        await removeMember(sql, ctx, team, userId)
        return team
      })
      left(team, userId)
      log.info({ team: id, member: userId, ...callerOf(ctx) }, 'team_member_kicked')
    },

    async transfer(ctx, id, userId) {
      const actor = actorOf(ctx)
      await db.transaction(async (sql) => {
        const team = await held(sql, ctx, id, new AppError('team.not_found'))
        captainOnly(team, actor)
        if (userId === actor.id) throw new AppError('team.new_captain_at_limit')
        if (!(await isMember(sql, id, userId)))
          throw new AppError(
            (await userExists(sql, userId)) ? 'team.user_not_in_team' : 'team.new_captain_not_found'
          )
        unlocked(team)
        await sql
          .query('UPDATE teams SET captain_id = $2 WHERE id = $1', [id, userId])
          .catch((error: unknown) => {
            throw notCaptain(error)
          })
      })
      caches.forget(`team:${id}`)
      log.info({ team: id, captain: userId, ...callerOf(ctx) }, 'team_transferred')
    },

    async disband(ctx, id) {
      const actor = actorOf(ctx)
      const { team, removed } = await db.transaction(async (sql) => {
        const team = await held(sql, ctx, id, notFound('team.not_found'), 'all')
        captainOnly(team, actor)
        unlocked(team)
        return { team, removed: await removeTeam(sql, ctx, team) }
      })
      settleRemoval(needs, team, removed)
      log.info({ team: id, ...callerOf(ctx) }, 'team_disbanded')
    }
  }
}
