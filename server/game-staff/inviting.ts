import { requireConfirmed, requireInGame } from '~/server/access'
import { GAME_ROLES } from '~/server/access/constants'
import { type Ctx, callerLogFields } from '~/server/access/contract'
import type { MakeChange } from '~/server/change'
import { type Database, nullable, number, oneOf, row, rows, type Sql, text, time } from '~/server/db'
import type { Mail } from '~/server/mail'
import { AppError, forbidden, notFound } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import { sha256Hex } from '~/server/platform/sha256'
import { wireTime } from '~/server/platform/time'
import { BACKED_SQL } from '~/server/tokens'
import { requireScope } from '~/server/tokens/contract'
import { newCode, OPEN } from './accepting'
import { STAFF_INVITATIONS } from './constants'
import type { MadeStaffInvitation, StaffInvitation, StaffInvitationInput } from './contract'
import { defineStaffInvitations } from './model'

/**
 * Invitations to a role in a game, for people whose account the inviter does not know (docs/rules/game-staff.md#invitations).
 * Only hashes of their codes are stored, as of API tokens, because who reads the database or a backup must not become staff by
 * it. So a code is shown once, and a mail has a code of its own, which is made when the mail is written.
 */
export interface Inviting {
  /** Open ones, newest first. @throws AppError `token.login_needed`, 403 for others */
  invitations(ctx: Ctx, gameId: number): Promise<StaffInvitation[]>
  /**
   * The only reply with the code.
   * @throws AppError `staff.invitation_limit` 400, `account.confirm_needed`, `token.login_needed` 403, `game.not_found` 404
   */
  invite(ctx: Ctx, gameId: number, input: StaffInvitationInput): Promise<MadeStaffInvitation>
  /**
   * Ends an invitation; its mail is not sent any more.
   * @throws AppError `staff.invitation_not_found` 404, `token.login_needed` 403
   */
  revokeInvitation(ctx: Ctx, gameId: number, id: number): Promise<void>
  /** Deletes expired invitations. */
  purgeInvitations(): Promise<void>
}

interface Needs {
  db: Database
  change: MakeChange
  mail: Mail
  log: Log
}

/** Requires a login that may change the staff: an invitation is a secret that gives rights, as a token is. */
function requireInviter(ctx: Ctx, gameId: number): string {
  const actor = requireInGame(ctx, gameId, 'staff')
  requireScope(actor, null, null)
  return actor.id
}

const LISTED = {
  ...{ id: number, role: oneOf(GAME_ROLES), email: nullable(text) },
  ...{ by: text, created: time, expires: time }
}

async function openOf(sql: Sql, gameId: number): Promise<StaffInvitation[]> {
  const found = await rows(
    sql,
    LISTED,
    `SELECT k.id, k.role, k.email, b.user_name AS by, k.created_at AS created, k.expires_at AS expires
     FROM game_staff_invitations k JOIN users b ON b.id = k.made_by
     WHERE k.game_id = $1 AND ${OPEN} ORDER BY k.id DESC LIMIT $2`,
    [gameId, STAFF_INVITATIONS.open]
  )
  return found.map(({ created, expires, ...one }) => ({
    ...one,
    created: wireTime(created),
    expires: wireTime(expires)
  }))
}

/** Stores it while its maker may give roles: what the session said may have been taken while the change waited. */
async function store(
  sql: Sql,
  {
    gameId,
    madeBy,
    code,
    role,
    email,
    days
  }: StaffInvitationInput & Record<'madeBy' | 'code', string> & { gameId: number }
) {
  const stored = await row(
    sql,
    { id: number, expires: time },
    `INSERT INTO game_staff_invitations (game_id, role, code_hash, email, made_by, expires_at)
     SELECT k.game_id, $3, $4, $5, k.made_by, now() + make_interval(days => $6)
     FROM (SELECT $1::int AS game_id, $2::uuid AS made_by) k WHERE ${BACKED_SQL} RETURNING id, expires_at AS expires`,
    [gameId, madeBy, role, sha256Hex(code), email ?? null, days]
  )
  if (!stored) throw forbidden()
  return stored
}

export function createInviting({ db, change, mail, log }: Needs): Inviting {
  const invitations = defineStaffInvitations(db.sequelize)
  return {
    async invitations(ctx, gameId) {
      requireInviter(ctx, gameId)
      return openOf(db.pool, gameId)
    },

    async invite(ctx, gameId, input) {
      const madeBy = requireInviter(ctx, gameId)
      const { role, email } = input
      const code = newCode()
      const mailed = mail.configured && typeof email === 'string'
      // The lock under which roles are given and taken.
      const { id, expires } = await change(ctx, { ledger: gameId }, async (tx) => {
        await requireConfirmed(tx, ctx)
        if ((await openOf(tx, gameId)).length >= STAFF_INVITATIONS.open)
          throw new AppError('staff.invitation_limit', 400, { params: { most: STAFF_INVITATIONS.open } })
        const stored = await store(tx, { ...input, gameId, madeBy, code })
        if (mailed)
          await mail.order(tx, {
            ...{ kind: 'staff_invited', userId: null, address: email },
            ...{ locale: ctx.locale, staffInvitationId: stored.id }
          })
        // The address is left out, because erasing its person could not remove it from the audit.
        const after = { id: stored.id, role, expiresAt: wireTime(stored.expires), mailed }
        await tx.audit({ action: 'game_staff_invited', target: `game:${gameId}`, after })
        return stored
      })
      log.info({ game: gameId, invitation: id, ...callerLogFields(ctx) }, 'game_staff_invited')
      return { id, code, expires: wireTime(expires), mailed }
    },

    async revokeInvitation(ctx, gameId, id) {
      requireInviter(ctx, gameId)
      await change(ctx, async (tx) => {
        const { transaction } = tx
        const revoked = await invitations.destroy({ where: { id, gameId }, transaction })
        if (revoked === 0) throw notFound('staff.invitation_not_found')
        await tx.audit({ action: 'game_staff_invitation_revoked', target: `game:${gameId}`, before: { id } })
      })
      log.info({ game: gameId, invitation: id, ...callerLogFields(ctx) }, 'game_staff_invitation_revoked')
    },

    async purgeInvitations() {
      await db.pool.query('DELETE FROM game_staff_invitations WHERE expires_at <= now()')
    }
  }
}
