import { requireActor } from '~/server/access'
import { type Actor, type Ctx, callerLogFields } from '~/server/access/contract'
import type { Change, MakeChange } from '~/server/change'
import { number, rows, type Sql } from '~/server/db'
import { endedBy, endInstances } from '~/server/instances'
import {
  AppError,
  forbidden,
  isForeignKeyViolation,
  isUniqueViolation,
  notFound
} from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import { dropEmptied } from './emptied'
import { type LockedTeam, lockedTeamTags, lockTeam } from './lock'
import { hasTakenPart, removeTeam } from './removal'

/** Members and captain of a team. All methods throw `team.locked` for a locked team. */
export interface Membership {
  /**
   * Removes registrations in unfinished games only (docs/rules/teams.md#leave-and-kick).
   * @throws AppError `team.not_found` 404, `team.leave_not_member`, `team.captain_stays`
   */
  leave(ctx: Ctx, id: number): Promise<void>
  /** Captain only; otherwise like `leave`. @throws AppError `team.user_not_in_team`, `team.captain_stays` */
  kick(ctx: Ctx, id: number, userId: string): Promise<void>
  /** Captain only. @throws `team.new_captain_not_found`, `team.user_not_in_team`, `team.new_captain_at_limit` */
  transfer(ctx: Ctx, id: number, userId: string): Promise<void>
  /** Captain only; see removeTeam. @throws AppError `team.not_found` 404 */
  disband(ctx: Ctx, id: number): Promise<void>
}

interface Needs {
  change: MakeChange
  log: Log
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

/** Removes a member, even in locked games. Ends the team's instances there, because the user knows their addresses. */
async function removeMember(tx: Change, team: LockedTeam, userId: string): Promise<void> {
  const { id, places } = team
  const locked = places.map(({ participationId }) => participationId)
  const left = await rows(
    tx,
    { id: number },
    'DELETE FROM registrations WHERE user_id = $1 AND participation_id = ANY($2::int[]) RETURNING participation_id AS id',
    [userId, locked]
  )
  const participationIds = left.map((row) => row.id)
  if (participationIds.length > 0)
    await endInstances(tx, { participationIds }, 'member_removed', endedBy(tx.ctx))
  const claims = await rows(
    tx,
    { participation: number },
    `DELETE FROM team_claims k USING participations p
     WHERE p.team_id = $1 AND k.participation_id = p.id AND k.user_id = $2 RETURNING p.id AS participation`,
    [id, userId]
  )
  await dropEmptied(tx, locked)
  await tx.query('DELETE FROM team_members WHERE team_id = $1 AND user_id = $2', [id, userId])
  tx.invalidate(`user:${userId}`, ...lockedTeamTags(team))
  tx.invalidate(...claims.map(({ participation }) => `claims:${participation}`))
}

function captainOnly(team: LockedTeam, actor: Actor): void {
  if (team.captainId !== actor.id) throw forbidden('team.captain_only')
}

function requireUnlocked(team: LockedTeam): void {
  if (team.locked) throw new AppError('team.locked')
}

function notCaptain(error: unknown): unknown {
  if (isUniqueViolation(error, 'teams_captain_id_key')) return new AppError('team.new_captain_at_limit')
  return isForeignKeyViolation(error) ? new AppError('team.new_captain_not_found') : error
}

export function createMembership({ change, log }: Needs): Membership {
  /** `missing`: the contract has 400 for an unknown team in some calls, 404 in others. */
  const locked = async (tx: Change, id: number, missing: AppError, games?: 'all') => {
    const team = await lockTeam(tx, id, games)
    if (!team) throw missing
    return team
  }

  return {
    async leave(ctx, id) {
      const actor = requireActor(ctx)
      await change(ctx, async (tx) => {
        const team = await locked(tx, id, notFound('team.not_found'))
        if (!(await isMember(tx, id, actor.id))) throw new AppError('team.leave_not_member')
        if (team.captainId === actor.id) throw new AppError('team.captain_stays')
        requireUnlocked(team)
        await removeMember(tx, team, actor.id)
      })
      log.info({ team: id, ...callerLogFields(ctx) }, 'team_left')
    },

    async kick(ctx, id, userId) {
      const actor = requireActor(ctx)
      await change(ctx, async (tx) => {
        const team = await locked(tx, id, new AppError('team.not_found'))
        captainOnly(team, actor)
        if (userId === actor.id) throw new AppError('team.captain_stays')
        if (!(await isMember(tx, id, userId))) throw new AppError('team.user_not_in_team')
        requireUnlocked(team)
        await removeMember(tx, team, userId)
      })
      log.info({ team: id, member: userId, ...callerLogFields(ctx) }, 'team_member_kicked')
    },

    async transfer(ctx, id, userId) {
      const actor = requireActor(ctx)
      await change(ctx, async (tx) => {
        const team = await locked(tx, id, new AppError('team.not_found'))
        captainOnly(team, actor)
        if (userId === actor.id) throw new AppError('team.new_captain_at_limit')
        if (!(await isMember(tx, id, userId)))
          throw new AppError(
            (await userExists(tx, userId)) ? 'team.user_not_in_team' : 'team.new_captain_not_found'
          )
        requireUnlocked(team)
        await tx
          .query('UPDATE teams SET captain_id = $2 WHERE id = $1', [id, userId])
          .catch((error: unknown) => {
            throw notCaptain(error)
          })
        // Only the captain is told of requests to the team, so both users' caches are emptied.
        tx.invalidate(`team:${id}`, `user:${actor.id}`, `user:${userId}`)
      })
      log.info({ team: id, captain: userId, ...callerLogFields(ctx) }, 'team_transferred')
    },

    async disband(ctx, id) {
      const actor = requireActor(ctx)
      await change(ctx, async (tx) => {
        const team = await locked(tx, id, notFound('team.not_found'), 'all')
        captainOnly(team, actor)
        requireUnlocked(team)
        // Anybody may make and disband teams, so that the trash of administrators would fill.
        await removeTeam(tx, team, { forGood: !(await hasTakenPart(tx, id)) })
      })
      log.info({ team: id, ...callerLogFields(ctx) }, 'team_disbanded')
    }
  }
}
