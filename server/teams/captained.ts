import type { ModelStatic, Transaction } from 'sequelize'
import { requireActor } from '~/server/access'
import type { Actor, Ctx } from '~/server/access/contract'
import type { Change, MakeChange } from '~/server/change'
import { AppError, forbidden } from '~/server/platform/errors'
import type { Team } from './model'

/** Actions of captains. Both throw AppError `team.not_found` 400, `team.captain_only` 403. */
export interface Captained {
  /** The team, to read. */
  read(ctx: Ctx, id: number): Promise<Team>
  /** Runs `work` with the team locked. */
  write(ctx: Ctx, id: number, work: (team: Team, tx: Change) => Promise<void>): Promise<Team>
}

export function createCaptained(teams: ModelStatic<Team>, change: MakeChange): Captained {
  const find = async (actor: Actor, id: number, transaction?: Transaction): Promise<Team> => {
    const team = await teams.findByPk(id, { transaction, lock: transaction !== undefined })
    if (!team || team.rehearsal !== (actor.rehearsal ?? null)) throw new AppError('team.not_found')
    if (team.captainId !== actor.id) throw forbidden('team.captain_only')
    return team
  }
  return {
    read: async (ctx, id) => find(requireActor(ctx), id),
    write: (ctx, id, work) =>
      change(ctx, async (tx) => {
        const team = await find(requireActor(ctx), id, tx.transaction)
        await work(team, tx)
        return team
      })
  }
}
