import { actorOf, hashPassword, nameKey } from '~/server/accounts'
import { type Ctx, callerOf, type ProfileView } from '~/server/accounts/contract'
import { audit, changes } from '~/server/audit'
import { lockAll } from '~/server/ledger'
import type { WakeReason } from '~/server/ledger/contract'
import type { Caches } from '~/server/platform/cache'
import type { Database, Sql } from '~/server/platform/db'
import { AppError, editConflict, notFound } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import { changedTo } from '~/server/platform/wire'
import { dropEmptied } from '~/server/teams'
import { carryOut, plan, reportOf, secretsOf } from './bulk'
import { endSessions, gamesOf, hold, type Stored, taken } from './changing'
import type {
  Belongings,
  BulkLine,
  BulkOptions,
  BulkReport,
  UserChange,
  UserInfo,
  UserPage
} from './contract'
import { randomPassword } from './passwords'
import { belongingsOf, type UserFilter, type UserPart, userById, usersBy } from './queries'

/** What administrators do to accounts. Every function refuses everybody else. */
export interface Users {
  list(ctx: Ctx, part: UserPart, filter?: UserFilter): Promise<UserPage>
  /** @throws AppError `user.not_found` 404 */
  one(ctx: Ctx, id: string): Promise<UserInfo>
  /** The same as its owner sees it. @throws AppError `user.not_found` 404 */
  profile(ctx: Ctx, id: string): Promise<ProfileView>
  /** What deleting the account would take along, and what stays; nothing for one that is not there. */
  belongings(ctx: Ctx, id: string): Promise<Belongings>
  /**
   * Another role, and being made inactive, end all sessions at once. A new address leaves the account active: the
   * administrator answers for it.
   * @throws AppError `user.cannot_demote_self`, `identity.duplicate_user_name`, `identity.duplicate_email`,
   *   `edit.conflict` 409 when `change.expectedVersion` is not the stored one
   */
  update(ctx: Ctx, id: string, change: UserChange): Promise<void>
  /**
   * Sessions, memberships and registrations go; a team that nobody is registered for any more leaves games that have
   * not let it in. Submissions, solves and posts stay without a name.
   * @throws AppError `user.cannot_delete_self`, `user.captain_not_deletable`
   */
  remove(ctx: Ctx, id: string): Promise<void>
  /** A new password, told once; all sessions end. */
  resetPassword(ctx: Ctx, id: string): Promise<string>
  /**
   * Creates accounts, active at once: all of them or, when a line is refused, none (behaviour.md 9, decisions.md Bulk
   * users).
   */
  addMany(ctx: Ctx, lines: BulkLine[], options: BulkOptions): Promise<BulkReport>
}

interface Needs {
  db: Database
  caches: Caches
  log: Log
  /** Tells scoring that names on a game's board changed. */
  wake(gameId: number, reason: WakeReason): void
}

/** The account after the change. */
function changed(before: Stored, change: UserChange): Stored {
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

async function store(sql: Sql, id: string, user: Stored): Promise<void> {
  const { userName, email, bio, phone, realName, stdNumber, active, role } = user
  await sql.query(
    `UPDATE users SET user_name = $2, user_name_key = $3, email = $4, email_key = $5, bio = $6, phone = $7,
       real_name = $8, std_number = $9, active = $10, role = $11 WHERE id = $1`,
    [id, userName, nameKey(userName), email, nameKey(email), bio, phone, realName, stdNumber, active, role]
  )
}

/** Takes the user's registrations back. Answers what was touched. */
async function withdraw(sql: Sql, id: string): Promise<number[]> {
  const { rows } = await sql.query<{ id: number }>(
    'DELETE FROM registrations WHERE user_id = $1 RETURNING participation_id AS id',
    [id]
  )
  const ids = rows.map((row) => row.id)
  await dropEmptied(sql, ids)
  return ids
}

export function createUsers({ db, caches, log, wake }: Needs): Users {
  const found = async (ctx: Ctx, id: string): Promise<UserInfo> => {
    actorOf(ctx, 'Admin')
    const user = await userById(db.pool, id)
    if (!user) throw notFound('user.not_found')
    return user
  }

  const written = (ctx: Ctx, event: string, id: string) => log.info({ account: id, ...callerOf(ctx) }, event)

  const mates = async (sql: Sql, id: string): Promise<string[]> => {
    const { rows } = await sql.query<{ id: string }>(
      `SELECT DISTINCT o.user_id AS id FROM team_members m JOIN team_members o ON o.team_id = m.team_id
       WHERE m.user_id = $1`,
      [id]
    )
    return rows.map((row) => row.id)
  }

  return {
    async list(ctx, part, filter = {}) {
      actorOf(ctx, 'Admin')
      return usersBy(db.pool, filter, part)
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
      actorOf(ctx, 'Admin')
      return belongingsOf(db.pool, ctx.now, id)
    },

    async update(ctx, id, change) {
      const actor = actorOf(ctx, 'Admin')
      const games = await db
        .transaction(async (sql) => {
          const { version, ...before } = await hold(sql, ctx, id)
          if (change.expectedVersion != null && change.expectedVersion !== version) throw editConflict()
          const after = changed(before, change)
          if (id === actor.id && (after.role !== before.role || !after.active))
            throw new AppError('user.cannot_demote_self')
          const difference = changes(before, after)
          if (Object.keys(difference.after).length === 0) return null
          await store(sql, id, after)
          if (after.role !== before.role || (before.active && !after.active)) await endSessions(sql, [id])
          await audit(sql, ctx, { action: 'user_updated', target: `user:${id}`, ...difference })
          return after.userName === before.userName ? [] : gamesOf(sql, id)
        })
        .catch((error: unknown) => {
          throw taken(error)
        })
      if (!games) return
      caches.forget(`user:${id}`, 'posts')
      for (const game of games) wake(game, 'refresh')
      written(ctx, 'user_updated', id)
    },

    async remove(ctx, id) {
      const actor = actorOf(ctx, 'Admin')
      if (id === actor.id) throw new AppError('user.cannot_delete_self')
      const { games, participations, people } = await db.transaction(async (sql) => {
        // Ledgers are locked before rows everywhere: the judge holds one while its rows refer to the user.
        const games = await gamesOf(sql, id)
        await lockAll(sql, games)
        const { userName, email, role } = await hold(sql, ctx, id)
        // From here on nobody refers to it any more.
        await sql.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [id])
        if ((await gamesOf(sql, id)).length > games.length)
          throw new AppError('server.busy', 503, { retryAfter: 1 })
        const captain = await sql.query('SELECT 1 FROM teams WHERE captain_id = $1', [id])
        if (captain.rows.length > 0) throw new AppError('user.captain_not_deletable')
        const people = await mates(sql, id)
        const participations = await withdraw(sql, id)
        await sql.query('DELETE FROM users WHERE id = $1', [id])
        const before = { userName, email, role }
        await audit(sql, ctx, { action: 'user_deleted', target: `user:${id}`, before })
        return { games, participations, people }
      })
      const tags = [id, ...people].map((one) => `user:${one}`)
      const joined = [
        ...participations.map((one) => `participation:${one}`),
        ...games.map((game) => `joined:${game}`)
      ]
      caches.forget('posts', ...tags, ...joined)
      for (const game of games) wake(game, 'refresh')
      written(ctx, 'user_deleted', id)
    },

    async resetPassword(ctx, id) {
      await found(ctx, id)
      const password = randomPassword()
      const hash = await hashPassword(password)
      await db.transaction(async (sql) => {
        await hold(sql, ctx, id)
        await sql.query('UPDATE users SET password_hash = $2 WHERE id = $1', [id, hash])
        await endSessions(sql, [id])
        await audit(sql, ctx, { action: 'user_password_reset', target: `user:${id}` })
      })
      caches.forget(`user:${id}`)
      written(ctx, 'user_password_reset', id)
      return password
    },

    async addMany(ctx, lines, { dryRun, overwrite }) {
      const actor = actorOf(ctx, 'Admin')
      const first = await plan(db.pool, lines, { overwrite })
      if (dryRun || first.some(({ outcome }) => outcome === 'refused')) return reportOf(first, null)
      const secrets = await secretsOf(lines)
      const { planned, ids, games } = await db
        .transaction(async (sql) => {
          const planned = await plan(sql, lines, { overwrite, holder: actor.id })
          await hold(sql, ctx, actor.id)
          if (planned.some(({ outcome }) => outcome === 'refused')) return { planned, ids: null, games: [] }
          const ids = await carryOut(sql, ctx, planned, secrets)
          const games: number[] = []
          for (const id of ids) games.push(...(await gamesOf(sql, id)))
          return { planned, ids, games }
        })
        .catch((error: unknown) => {
          throw taken(error)
        })
      if (!ids) return reportOf(planned, null)
      caches.forget('posts', ...ids.map((id) => `user:${id}`))
      for (const game of new Set(games)) wake(game, 'refresh')
      log.info({ count: lines.length, ...callerOf(ctx) }, 'users_created')
      return reportOf(planned, new Map([...secrets].map(([line, { madeUp }]) => [line, madeUp])))
    }
  }
}
