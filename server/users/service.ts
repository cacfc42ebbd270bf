import { requireActor, requireConfirmed } from '~/server/access'
import { type Ctx, callerLogFields, hasRole, ROLES } from '~/server/access/contract'
import { hashPassword, listGamesShowingAccount, nameKey, publishRenames } from '~/server/accounts'
import type { ProfileView } from '~/server/accounts/contract'
import { diffFields } from '~/server/audit'
import type { Change, MakeChange } from '~/server/change'
import { type Database, number, oneOf, row, rows, type Sql, uuid } from '~/server/db'
import { endPlayedRoles, lockStaffed } from '~/server/game-staff'
import { AppError, editConflict, notFound } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import { changedTo } from '~/server/platform/wire'
import type { Settings } from '~/server/settings'
import { unlinkAll } from '~/server/sign-in'
import { dropEmptied } from '~/server/teams'
import { endAllMadeBy } from '~/server/tokens'
import { applyBulk, hashPasswords, planBulk, reportOf } from './bulk'
import type {
  Belongings,
  BulkLine,
  BulkOptions,
  BulkReport,
  UserChange,
  UserInfo,
  UserPage
} from './contract'
import { eraseIn } from './erasing'
import {
  checkUnused,
  duplicateOf,
  type EditableAccount,
  endSessions,
  endSessionsAndTokens,
  lockAccount
} from './locked-user'
import { findUser, listUsers, readBelongings, type UserFilter, type UserPart } from './queries'
import { randomPassword } from './random-password'

/** Administrators only. */
export interface Users {
  /** A page, and how many the filter finds in all. */
  list(ctx: Ctx, part: UserPart, filter?: UserFilter): Promise<UserPage>
  /** @throws AppError `user.not_found` 404 */
  one(ctx: Ctx, id: string): Promise<UserInfo>
  /** @throws AppError `user.not_found` 404 */
  profile(ctx: Ctx, id: string): Promise<ProfileView>
  /** Effects of a deletion; empty for an unknown account. */
  belongings(ctx: Ctx, id: string): Promise<Belongings>
  /**
   * A new role and deactivation end all sessions; who is no administrator any more loses the roles in games that they play. A new
   * address needs no confirmation.
   * @throws AppError `user.cannot_demote_self`, `identity.duplicate_user_name`, `identity.duplicate_email`,
   * `edit.conflict` 409 for another `change.expectedVersion`; `account.confirm_needed` 403 for staff roles without a
   * recent login
   */
  update(ctx: Ctx, id: string, change: UserChange): Promise<void>
  /**
   * Submissions and posts stay without a name.
   * @throws `user.cannot_delete_self`, `user.captain_not_deletable`, `account.confirm_needed` 403
   */
  remove(ctx: Ctx, id: string): Promise<void>
  /**
   * Takes the person out of the account; what the teams did stays under a neutral name (docs/rules/personal-data.md#erasure).
   * @throws `user.not_found` 404, `user.cannot_delete_self`, `account.confirm_needed` 403
   */
  erase(ctx: Ctx, id: string): Promise<string>
  /** The only reply with the new password. @throws AppError `user.not_found` 404, `account.confirm_needed` 403 for staff */
  resetPassword(ctx: Ctx, id: string): Promise<string>
  /** Creates active accounts, all or none (docs/rules/staff.md#bulk-users). */
  addMany(ctx: Ctx, lines: BulkLine[], options: BulkOptions): Promise<BulkReport>
}

interface Needs {
  db: Database
  change: MakeChange
  settings: Settings
  log: Log
}

function changed(before: EditableAccount, change: UserChange): EditableAccount {
  return {
    userName: change.userName ?? before.userName,
    email: change.email ?? before.email,
    bio: changedTo(change.bio, before.bio, ''),
    phone: changedTo(change.phone, before.phone, null),
    realName: changedTo(change.realName, before.realName, ''),
    stdNumber: changedTo(change.stdNumber, before.stdNumber, ''),
    active: change.emailConfirmed ?? before.active,
    role: change.role ?? before.role
  }
}

/**
 * Whether a change grants, changes or revokes a staff role, locks staff out, or moves the address of staff, to which links
 * that set a password go. Banning or deactivating a player needs no confirmation.
 */
const concernsStaff = (before: EditableAccount, after: EditableAccount): boolean =>
  (before.role !== after.role || before.email !== after.email || (before.active && !after.active)) &&
  (hasRole(before.role, 'Monitor') || hasRole(after.role, 'Monitor'))

async function store(sql: Sql, id: string, user: EditableAccount): Promise<void> {
  const { userName, email, bio, phone, realName, stdNumber, active, role } = user
  await sql.query(
    `UPDATE users SET user_name = $2, user_name_key = $3, email = $4, email_key = $5, bio = $6, phone = $7,
       real_name = $8, std_number = $9, active = $10, role = $11 WHERE id = $1`,
    [id, userName, nameKey(userName), email, nameKey(email), bio, phone, realName, stdNumber, active, role]
  )
}

const LOCKED_ROLE = { role: oneOf(ROLES) }

/**
 * Locks an account that is about to change. An administrator who is about to be none may lose roles in games, whose ledgers are
 * locked first. @throws AppError as lockAccount; `server.busy` 503 when it became one meanwhile
 */
async function lockToChange(tx: Change, id: string, { role }: UserChange) {
  const goes = role != null && role !== 'Admin'
  const seen = goes ? await row(tx, LOCKED_ROLE, 'SELECT role FROM users WHERE id = $1', [id]) : undefined
  if (seen?.role === 'Admin') return lockStaffed(tx, [id], () => lockAccount(tx, id))
  const found = await lockAccount(tx, id)
  if (goes && found.role === 'Admin') throw new AppError('server.busy', 503, { retryAfter: 1 })
  return found
}

async function withdraw(sql: Sql, id: string): Promise<number[]> {
  const deleted = await rows(
    sql,
    { id: number },
    'DELETE FROM registrations WHERE user_id = $1 RETURNING participation_id AS id',
    [id]
  )
  const ids = deleted.map((row) => row.id)
  await dropEmptied(sql, ids)
  return ids
}

export function createUsers({ db, change, settings, log }: Needs): Users {
  const found = async (ctx: Ctx, id: string): Promise<UserInfo> => {
    requireActor(ctx, 'Admin')
    const user = await findUser(db.pool, id)
    if (!user) throw notFound('user.not_found')
    return user
  }

  const logChange = (ctx: Ctx, event: string, id: string) =>
    log.info({ account: id, ...callerLogFields(ctx) }, event)

  const teammates = async (sql: Sql, id: string): Promise<string[]> => {
    const found = await rows(
      sql,
      { id: uuid },
      `SELECT DISTINCT o.user_id AS id FROM team_members m JOIN team_members o ON o.team_id = m.team_id
       WHERE m.user_id = $1`,
      [id]
    )
    return found.map((row) => row.id)
  }

  return {
    async list(ctx, part, filter = {}) {
      requireActor(ctx, 'Admin')
      return listUsers(db.pool, filter, part)
    },

    one: found,

    async profile(ctx, id) {
      const {
        id: userId,
        userName,
        email,
        bio,
        phone,
        realName,
        stdNumber,
        avatar,
        role
      } = await found(ctx, id)
      return { userId, userName, email, bio, phone, realName, stdNumber, avatar, role }
    },

    async belongings(ctx, id) {
      requireActor(ctx, 'Admin')
      return readBelongings(db.pool, ctx.now, id)
    },

    async update(ctx, id, input) {
      const actor = requireActor(ctx, 'Admin')
      const stored = await change(ctx, async (tx) => {
        const { version, ...before } = await lockToChange(tx, id, input)
        if (input.expectedVersion != null && input.expectedVersion !== version) throw editConflict()
        const after = changed(before, input)
        if (id === actor.id && (after.role !== before.role || !after.active))
          throw new AppError('user.cannot_demote_self')
        const difference = diffFields(before, after)
        if (Object.keys(difference.after).length === 0) return false
        if (concernsStaff(before, after)) await requireConfirmed(tx, ctx)
        await checkUnused(tx, id, after)
        await store(tx, id, after)
        // From now on the role is the administrator's word, which no rule takes back.
        if (after.role !== before.role)
          await tx.query('UPDATE user_identities SET granted = NULL WHERE user_id = $1', [id])
        if (before.role === 'Admin' && after.role !== 'Admin') await endPlayedRoles(tx, { userId: id })
        if (after.role !== before.role || (before.active && !after.active)) await endSessions(tx, [id])
        await tx.audit({ action: 'user_updated', target: `user:${id}`, ...difference })
        tx.invalidate(`user:${id}`, 'posts')
        if (after.userName !== before.userName) await publishRenames(tx, [id])
        return true
      }).catch((error: unknown) => {
        throw duplicateOf(error)
      })
      if (stored) logChange(ctx, 'user_updated', id)
    },

    async remove(ctx, id) {
      const actor = requireActor(ctx, 'Admin')
      if (id === actor.id) throw new AppError('user.cannot_delete_self')
      await change(ctx, async (tx) => {
        const games = await listGamesShowingAccount(tx, id)
        await tx.lock({ ledger: games })
        const { userName, email, role } = await lockAccount(tx, id)
        await requireConfirmed(tx, ctx)
        // Blocks new references.
        await tx.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [id])
        if ((await listGamesShowingAccount(tx, id)).length > games.length)
          throw new AppError('server.busy', 503, { retryAfter: 1 })
        const captain = await tx.query('SELECT 1 FROM teams WHERE captain_id = $1', [id])
        if (captain.rowCount) throw new AppError('user.captain_not_deletable')
        const people = await teammates(tx, id)
        const participations = await withdraw(tx, id)
        await endAllMadeBy(tx, id)
        await tx.query('DELETE FROM users WHERE id = $1', [id])
        const before = { userName, email, role }
        await tx.audit({ action: 'user_deleted', target: `user:${id}`, before })
        tx.invalidate('posts', ...[id, ...people].map((one) => `user:${one}`))
        tx.invalidate(...participations.map((one) => `participation:${one}`))
        for (const game of games) {
          tx.invalidate(`joined:${game}`)
          tx.notifyScoring(game, 'refresh')
        }
      })
      logChange(ctx, 'user_deleted', id)
    },

    async erase(ctx, id) {
      const actor = requireActor(ctx, 'Admin')
      if (id === actor.id) throw new AppError('user.cannot_delete_self')
      const name = await change(ctx, { long: true }, async (tx) => {
        await requireConfirmed(tx, ctx)
        return eraseIn(tx, id)
      })
      logChange(ctx, 'user_erased', id)
      return name
    },

    async resetPassword(ctx, id) {
      const before = await found(ctx, id)
      const password = randomPassword()
      const hash = await hashPassword(password)
      const { accountPolicy: policy } = await settings.read()
      await change(ctx, async (tx) => {
        // Takes roles of rules back, so the role before counts as well.
        await unlinkAll(tx, id, { onlyProviders: policy.onlyProviders })
        const { role } = await lockAccount(tx, id)
        // Players forget passwords all evening, and clients of the contract know no confirmation.
        if ([before.role ?? 'User', role].some((one) => hasRole(one, 'Monitor')))
          await requireConfirmed(tx, ctx)
        await tx.query('UPDATE users SET password_hash = $2 WHERE id = $1', [id, hash])
        await endSessionsAndTokens(tx, [id])
        await tx.audit({ action: 'user_password_reset', target: `user:${id}` })
      })
      logChange(ctx, 'user_password_reset', id)
      return password
    },

    async addMany(ctx, lines, { dryRun, overwrite }) {
      const actor = requireActor(ctx, 'Admin')
      const first = await planBulk(db.pool, lines, { overwrite })
      if (dryRun || first.some(({ outcome }) => outcome === 'refused')) return reportOf(first, null)
      const secrets = await hashPasswords(lines)
      const { planned, done } = await change(ctx, async (tx) => {
        const planned = await planBulk(tx, lines, { overwrite, lockWith: actor.id })
        await lockAccount(tx, actor.id)
        if (planned.some(({ outcome }) => outcome === 'refused')) return { planned, done: false }
        const { overwritten } = await applyBulk(tx, planned, secrets)
        await publishRenames(tx, overwritten)
        return { planned, done: true }
      }).catch((error: unknown) => {
        throw duplicateOf(error)
      })
      if (!done) return reportOf(planned, null)
      log.info({ count: lines.length, ...callerLogFields(ctx) }, 'users_created')
      return reportOf(planned, new Map([...secrets].map(([line, { madeUp }]) => [line, madeUp])))
    }
  }
}
