import { actorOf } from '~/server/accounts'
import { type Ctx, callerOf } from '~/server/accounts/contract'
import { audit, changes, checkVersion } from '~/server/audit'
import type { WakeReason } from '~/server/ledger/contract'
import type { Caches } from '~/server/platform/cache'
import type { Database } from '~/server/platform/db'
import { AppError, notFound } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import type { AdminTeamChange, AdminTeamPage, AdminTeamView, TeamRemoval } from './contract'
import { holdTeam } from './lock'
import { settleRemoval } from './membership'
import { adminTeam, adminTeams, gamesOf } from './queries'
import { removalOf, removeTeam } from './removal'

/** What administrators do with anybody's team. */
export interface TeamAdministration {
  /** One page of all teams by id, or of those whose name contains the hint, or whose id it is. */
  adminList(ctx: Ctx, page: { count: number; skip: number; hint?: string }): Promise<AdminTeamPage>
  /** What `adminDelete` would take. @throws AppError `team.not_found` 404 */
  adminRemoval(ctx: Ctx, id: number): Promise<TeamRemoval>
  /** One team as the list has it. @throws AppError `team.not_found` 404 */
  adminOne(ctx: Ctx, id: number): Promise<AdminTeamView>
  /** @throws AppError `team.not_found` 400, `edit.conflict` 409 as checkVersion() says of `input.version` */
  adminUpdate(ctx: Ctx, id: number, input: AdminTeamChange): Promise<void>
  /** Deletes the team whatever its lock; see removeTeam. @throws AppError `team.not_found` 404 */
  adminDelete(ctx: Ctx, id: number): Promise<void>
}

interface Needs {
  db: Database
  caches: Caches
  log: Log
  wake(gameId: number, reason: WakeReason): void
}

interface Row {
  name: string
  bio: string | null
  locked: boolean
  version: number
}

export function createTeamAdministration(needs: Needs): TeamAdministration {
  const { db, caches, log, wake } = needs

  const removal: TeamAdministration['adminRemoval'] = async (ctx, id) => {
    actorOf(ctx, 'Admin')
    const found = await removalOf(db.pool, id)
    if (!found) throw notFound('team.not_found')
    return found
  }

  return {
    adminRemoval: removal,

    async adminList(ctx, page) {
      actorOf(ctx, 'Admin')
      return adminTeams(db.pool, ctx.now, page)
    },

    async adminOne(ctx, id) {
      actorOf(ctx, 'Admin')
      const team = await adminTeam(db.pool, ctx.now, id)
      if (!team) throw notFound('team.not_found')
      return team
    },

    async adminUpdate(ctx, id, { name, bio, locked, version: sent }) {
      actorOf(ctx, 'Admin')
      const renamed = await db.transaction(async (sql) => {
        const { rows } = await sql.query<Row>(
          'SELECT name, bio, admin_locked AS locked, version FROM teams WHERE id = $1 FOR UPDATE',
          [id]
        )
        if (!rows[0]) throw new AppError('team.not_found')
        const { version: held, ...before } = rows[0]
        await checkVersion(sql, ctx, `team:${id}`, { sent, held })
        const after = {
          name: name ?? before.name,
          bio: bio === undefined ? before.bio : bio,
          locked: locked ?? before.locked
        }
        const difference = changes(before, after)
        if (Object.keys(difference.after).length === 0) return false
        await sql.query(
          'UPDATE teams SET name = $2, bio = $3, admin_locked = $4, version = version + 1 WHERE id = $1',
          [id, after.name, after.bio, after.locked]
        )
        await audit(sql, ctx, { action: 'team_updated', target: `team:${id}`, ...difference })
        return before.name !== after.name || before.bio !== after.bio
      })
      caches.forget(`team:${id}`)
      if (renamed) for (const gameId of await gamesOf(db.pool, id)) wake(gameId, 'refresh')
      log.info({ team: id, ...callerOf(ctx) }, 'team_updated')
    },

    async adminDelete(ctx, id) {
      actorOf(ctx, 'Admin')
      const { team, removed } = await db.transaction(async (sql) => {
        const team = await holdTeam(sql, ctx.now, id, 'all')
        if (!team) throw notFound('team.not_found')
        const { name, captainId } = team
        const before = { name, captainId, ...(await removalOf(sql, id)) }
        const removed = await removeTeam(sql, ctx, team)
        await audit(sql, ctx, { action: 'team_deleted', target: `team:${id}`, before })
        return { team, removed }
      })
      settleRemoval(needs, team, removed)
      log.info({ team: id, ...callerOf(ctx) }, 'team_deleted')
    }
  }
}
