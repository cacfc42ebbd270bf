import { requireActor } from '~/server/access'
import { GAME_ROLES } from '~/server/access/constants'
import { type Ctx, callerLogFields } from '~/server/access/contract'
import { nameKey } from '~/server/accounts'
import type { Change, MakeChange } from '~/server/change'
import { bool, type Database, nullable, number, oneOf, row, rows, text, time, uuid } from '~/server/db'
import type { MailMessage, MailOrder } from '~/server/mail/contract'
import { AppError, forbidden, isAppError, notFound } from '~/server/platform/errors'
import { randomHex } from '~/server/platform/ids'
import type { Log } from '~/server/platform/log'
import { sha256Hex } from '~/server/platform/sha256'
import { wireTime } from '~/server/platform/time'
import { BACKED_SQL } from '~/server/tokens'
import { requirePerson } from '~/server/tokens/contract'
import { staffInvitationPath } from './constants'
import type { AcceptedStaffInvitation, ShownStaffInvitation } from './contract'
import { grantRole } from './giving'

/** What the holder of an invitation code can do (docs/rules/game-staff.md#invitations). */
export interface Accepting {
  /** Shows what a code offers, to everybody. @throws AppError `staff.invitation_not_found` 404 if it does not work */
  invitation(ctx: Ctx, code: string): Promise<ShownStaffInvitation>
  /**
   * Gives the caller the role of the code. Only one of several concurrent callers gets it; a refused caller does not use it up.
   * @throws AppError `staff.invitation_not_found` 404, `staff.invitation_address` 403, those of grantRole
   */
  acceptInvitation(ctx: Ctx, code: string): Promise<AcceptedStaffInvitation>
  /** Writes the mail of an order, with a code of its own; null when the invitation has ended. */
  mailOf(order: MailOrder): Promise<MailMessage | null>
}

interface Needs {
  db: Database
  change: MakeChange
  /** The origin of links in mails. */
  origin: string
  log: Log
}

/** 128 bits, as the codes of invitations to teams. */
export const newCode = () => randomHex(16)
/** SQL: invitation `k` still works. It ends when its author may no longer give roles. */
export const OPEN = `k.expires_at > now() AND ${BACKED_SQL}`
/** SQL: $1 is the hash of one of its codes. */
const OF_CODE = '(k.code_hash = $1 OR k.mail_hash = $1)'

const gone = () => notFound('staff.invitation_not_found')

const SHOWN = {
  ...{ game: text, role: oneOf(GAME_ROLES), by: text, expires: time },
  ...{ email: nullable(text), own: nullable(text) }
}
const SHOW = `
  SELECT g.title AS game, k.role, b.user_name AS by, k.expires_at AS expires, k.email,
    (SELECT email_key FROM users WHERE id = $2) AS own
  FROM game_staff_invitations k JOIN games g ON g.id = k.game_id JOIN users b ON b.id = k.made_by
  WHERE ${OF_CODE} AND ${OPEN}`

const FOUND = { gameId: number, madeBy: uuid }
const PERSON = { id: uuid, emailKey: text, may: bool }
const TAKEN = { id: number, role: oneOf(GAME_ROLES), email: nullable(text) }

/**
 * Takes the invitation out of the table, so that it works once. Locks the game's ledger, as every change of its staff does, then
 * both accounts in the order of ids, then the row, as changes of accounts do.
 * @throws AppError `staff.invitation_not_found` 404, `staff.invitation_address`, `auth.forbidden` 403
 */
async function take(tx: Change, hash: string, userId: string) {
  const found = await row(
    tx,
    FOUND,
    `SELECT k.game_id AS "gameId", k.made_by AS "madeBy" FROM game_staff_invitations k WHERE ${OF_CODE} AND ${OPEN}`,
    [hash]
  )
  if (!found) throw gone()
  await tx.lock({ ledger: found.gameId }).catch((error: unknown) => {
    // The game was deleted since the invitation was found.
    throw isAppError(error) ? gone() : error
  })
  const people = await rows(
    tx,
    PERSON,
    `SELECT id, email_key AS "emailKey", active AND role <> 'Banned' AND rehearsal IS NULL AS may
     FROM users WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
    [[userId, found.madeBy]]
  )
  const person = people.find(({ id }) => id === userId)
  if (!person?.may) throw forbidden()
  // Checked again: another caller may have used it while this one waited for the locks.
  const taken = await row(
    tx,
    TAKEN,
    `DELETE FROM game_staff_invitations k WHERE ${OF_CODE} AND ${OPEN} RETURNING k.id, k.role, k.email`,
    [hash]
  )
  if (!taken) throw gone()
  if (taken.email !== null && nameKey(taken.email) !== person.emailKey)
    throw new AppError('staff.invitation_address', 403)
  return { ...found, ...taken }
}

const WRITTEN = { game: text, role: oneOf(GAME_ROLES), by: text, until: time }

export function createAccepting({ db, change, origin, log }: Needs): Accepting {
  return {
    async invitation({ actor }, code) {
      const found = await row(db.pool, SHOWN, SHOW, [sha256Hex(code), actor?.id ?? null])
      if (!found) throw gone()
      const { email, own, expires, ...shown } = found
      const yours = actor !== null && (email === null || nameKey(email) === own)
      return { ...shown, expires: wireTime(expires), yours }
    },

    async acceptInvitation(ctx, code) {
      const { id: userId } = requireActor(ctx)
      requirePerson(ctx.actor)
      const accepted = await change(ctx, async (tx) => {
        const { id, gameId, role, madeBy } = await take(tx, sha256Hex(code), userId)
        await grantRole(tx, { gameId, userId, role, addedBy: madeBy })
        const after = { account: userId, role, invitation: id, invitedBy: madeBy }
        await tx.audit({ action: 'game_staff_invitation_accepted', target: `game:${gameId}`, after })
        return { id: gameId, role }
      })
      log.info({ game: accepted.id, ...callerLogFields(ctx) }, 'game_staff_invitation_accepted')
      return accepted
    },

    async mailOf({ kind, staffInvitationId, address, locale }) {
      const code = newCode()
      const found = await row(
        db.pool,
        WRITTEN,
        `UPDATE game_staff_invitations k SET mail_hash = $2 FROM games g, users b
         WHERE k.id = $1 AND g.id = k.game_id AND b.id = k.made_by AND ${OPEN}
         RETURNING g.title AS game, k.role, b.user_name AS by, k.expires_at AS until`,
        [staffInvitationId ?? null, sha256Hex(code)]
      )
      if (!found) return null
      const link = new URL(staffInvitationPath(code), origin).href
      return { kind, to: address, userName: '', link, locale, staffInvitation: found }
    }
  }
}
