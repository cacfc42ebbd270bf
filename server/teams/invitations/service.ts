import { type Ctx, callerLogFields } from '~/server/access/contract'
import type { Database } from '~/server/db'
import { AppError, notFound } from '~/server/platform/errors'
import { randomHex } from '~/server/platform/ids'
import type { Log } from '~/server/platform/log'
import { sha256Hex } from '~/server/platform/sha256'
import { HOUR_MS, wireTime } from '~/server/platform/time'
import type { Captained } from '../captained'
import { inviteCode } from '../invite'
import { MAX_INVITATIONS } from './constants'
import type { InvitationInput, MadeInvitation, TeamInvitation } from './contract'
import { defineInvitations } from './model'
import { countInvitations, findInvitation, listInvitations } from './queries'

/** Invitations that end (docs/rules/teams.md#invitations). All but `purge` throw as Captained. */
export interface Invitations {
  /** Invitations that work or were used before their end; newest first, at most 20. */
  invitations(ctx: Ctx, id: number): Promise<TeamInvitation[]>
  /** The only reply with the code. @throws AppError `team.invitation_limit` */
  makeInvitation(ctx: Ctx, id: number, input: InvitationInput): Promise<MadeInvitation>
  /** Ends an invitation and removes it from the list. @throws AppError `team.invitation_not_found` 404 */
  revokeInvitation(ctx: Ctx, id: number, invitationId: number): Promise<void>
  /** Deletes what ended a week ago. */
  purgeInvitations(): Promise<void>
}

/** For so many days the platform can tell an ended code from an unknown one. */
const RETENTION_DAYS = 7

/** True if the token belongs to a working invitation of the team. */
export async function isWorkingInvitation(
  db: Database,
  now: Date,
  teamId: number,
  token: string
): Promise<boolean> {
  return (await findInvitation(db.pool, now, teamId, sha256Hex(token)))?.open ?? false
}

interface Needs {
  db: Database
  log: Log
}

export function createInvitations({ db, log }: Needs, { read, write }: Captained): Invitations {
  const { invitations } = defineInvitations(db.sequelize)
  return {
    async invitations(ctx, id) {
      await read(ctx, id)
      return listInvitations(db.pool, ctx.now, id)
    },

    async makeInvitation(ctx, id, { hours, once }) {
      const token = randomHex(16)
      const expiresAt = hours === null ? null : new Date(ctx.now.getTime() + hours * HOUR_MS)
      let made = 0
      const { name, captainId } = await write(ctx, id, async (team, tx) => {
        const { transaction } = tx
        if ((await countInvitations(tx, ctx.now, id)) >= MAX_INVITATIONS)
          throw new AppError('team.invitation_limit', 400, { params: { max: MAX_INVITATIONS } })
        const values = { teamId: id, tokenHash: sha256Hex(token), madeBy: team.captainId, once }
        const row = await invitations.create({ ...values, createdAt: ctx.now, expiresAt }, { transaction })
        made = row.id
      })
      log.info(
        { team: id, invitation: made, captain: captainId, ...callerLogFields(ctx) },
        'team_invitation_made'
      )
      const code = inviteCode(name, { teamId: id, token })
      return { id: made, code, expires: expiresAt && wireTime(expiresAt) }
    },

    async revokeInvitation(ctx, id, invitationId) {
      await write(ctx, id, async (_, { transaction }) => {
        const gone = await invitations.destroy({ where: { id: invitationId, teamId: id }, transaction })
        if (gone === 0) throw notFound('team.invitation_not_found')
      })
      log.info({ team: id, invitation: invitationId, ...callerLogFields(ctx) }, 'team_invitation_revoked')
    },

    async purgeInvitations() {
      await db.pool.query(
        'DELETE FROM team_invitations WHERE expires_at <= now() - make_interval(days => $1)',
        [RETENTION_DAYS]
      )
    }
  }
}
