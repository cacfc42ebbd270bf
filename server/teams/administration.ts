import { requireActor } from '~/server/access'
import { type Ctx, callerLogFields } from '~/server/access/contract'
import { checkVersion, diffFields } from '~/server/audit'
import type { MakeChange } from '~/server/change'
import { bool, type Database, nullable, number, row, text } from '~/server/db'
import { AppError, notFound } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import type { AdminTeamChange, AdminTeamPage, AdminTeamView, TeamRemoval } from './contract'
import { lockTeam } from './lock'
import { refuseRename } from './look-alikes'
import { findAdminTeam, listAdminTeams, refreshBoards } from './queries'
import { countTeamRemoval, removeTeam } from './removal'
import { shownAfter } from './shown'

export interface TeamAdministration {
  /** Lists teams by id; `hint`: part of a name, or an id. */
  adminList(ctx: Ctx, page: { count: number; skip: number; hint?: string }): Promise<AdminTeamPage>
  /** Counts what `adminDelete` would delete. @throws AppError `team.not_found` 404 */
  adminRemoval(ctx: Ctx, id: number): Promise<TeamRemoval>
  /** @throws AppError `team.not_found` 404 */
  adminOne(ctx: Ctx, id: number): Promise<AdminTeamView>
  /** @throws AppError `team.not_found` 400, `edit.conflict` 409 (checkVersion() of `input.version`) */
  adminUpdate(ctx: Ctx, id: number, input: AdminTeamChange): Promise<void>
  /** Ignores the lock; see removeTeam. @throws AppError `team.not_found` 404 */
  adminDelete(ctx: Ctx, id: number): Promise<void>
}

interface Needs {
  db: Database
  change: MakeChange
  log: Log
}

const EDITABLE = {
  ...{ name: text, bio: nullable(text), locked: bool, version: number },
  ...{ affiliation: nullable(text), website: nullable(text), country: nullable(text) }
}

const BOARD_SHOWS = ['name', 'bio', 'country'] as const

export function createTeamAdministration({ db, change, log }: Needs): TeamAdministration {
  const removal: TeamAdministration['adminRemoval'] = async (ctx, id) => {
    requireActor(ctx, 'Admin')
    const found = await countTeamRemoval(db.pool, id)
    if (!found) throw notFound('team.not_found')
    return found
  }

  return {
    adminRemoval: removal,

    async adminList(ctx, page) {
      requireActor(ctx, 'Admin')
      return listAdminTeams(db.pool, ctx.now, page)
    },

    async adminOne(ctx, id) {
      requireActor(ctx, 'Admin')
      const team = await findAdminTeam(db.pool, ctx.now, id)
      if (!team) throw notFound('team.not_found')
      return team
    },

    async adminUpdate(ctx, id, { name, locked, version: sent, ...input }) {
      requireActor(ctx, 'Admin')
      await change(ctx, async (tx) => {
        const found = await row(
          tx,
          EDITABLE,
          `SELECT name, bio, affiliation, website, country, admin_locked AS locked, version FROM teams
           WHERE id = $1 AND rehearsal IS NULL FOR UPDATE`,
          [id]
        )
        if (!found) throw new AppError('team.not_found')
        const { version: held, ...before } = found
        await checkVersion(tx, ctx, `team:${id}`, { sent, held })
        const after = {
          name: name ?? before.name,
          ...shownAfter(before, input),
          locked: locked ?? before.locked
        }
        tx.invalidate(`team:${id}`)
        const difference = diffFields(before, after)
        if (Object.keys(difference.after).length === 0) return
        if (before.name !== after.name) {
          const locked = await lockTeam(tx, id)
          const gameIds = locked!.places.map(({ gameId }) => gameId)
          await refuseRename(tx, { teamId: id, name: after.name, gameIds })
        }
        await tx.query(
          `UPDATE teams SET name = $2, bio = $3, admin_locked = $4, affiliation = $5, website = $6, country = $7,
             version = version + 1 WHERE id = $1`,
          [id, after.name, after.bio, after.locked, after.affiliation, after.website, after.country]
        )
        await tx.audit({ action: 'team_updated', target: `team:${id}`, ...difference })
        if (BOARD_SHOWS.some((field) => before[field] !== after[field])) await refreshBoards(tx, id)
      })
      log.info({ team: id, ...callerLogFields(ctx) }, 'team_updated')
    },

    async adminDelete(ctx, id) {
      requireActor(ctx, 'Admin')
      await change(ctx, { long: true }, async (tx) => {
        const team = await lockTeam(tx, id, 'all')
        if (!team) throw notFound('team.not_found')
        const { name, captainId } = team
        const before = { name, captainId, ...(await countTeamRemoval(tx, id)) }
        await removeTeam(tx, team)
        await tx.audit({ action: 'team_deleted', target: `team:${id}`, before })
      })
      log.info({ team: id, ...callerLogFields(ctx) }, 'team_deleted')
    }
  }
}
