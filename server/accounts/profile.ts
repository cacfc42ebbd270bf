import { changes } from '~/server/audit'
import type { Sql } from '~/server/platform/db'
import { AppError, isUniqueViolation, loginRequired } from '~/server/platform/errors'
import { changedTo } from '~/server/platform/wire'
import type { Ctx, ProfileUpdateInput, ProfileView } from './contract'
import { nameKey } from './names'
import { noteOf, type Parts } from './parts'
import { actorOf } from './policy'
import { reserved } from './reserved'

type Row = Omit<ProfileView, 'avatar'> & { avatarHash: string | null }

const PROFILE = `id AS "userId", user_name AS "userName", email, bio, phone, real_name AS "realName",
  std_number AS "stdNumber", avatar_hash AS "avatarHash", role`

/** An account's own data. */
export function createProfiles({ db, redis, sessions }: Parts) {
  /** `lock`: against other changes, until the transaction ends. */
  const own = async (sql: Sql, ctx: Ctx, lock: '' | 'FOR NO KEY UPDATE' = '') => {
    if (!ctx.actor) throw loginRequired()
    const { rows } = await sql.query<Row>(`SELECT ${PROFILE} FROM users WHERE id = $1 ${lock}`, [
      ctx.actor.id
    ])
    if (!rows[0]) throw loginRequired()
    return rows[0]
  }

  /** Writes what is given; the rest stays as it is by then. */
  const write = async (sql: Sql, ctx: Ctx, input: ProfileUpdateInput) => {
    const before = await own(sql, ctx, 'FOR NO KEY UPDATE')
    const userName = input.userName ?? before.userName ?? ''
    await sql.query(
      `UPDATE users SET user_name = $2, user_name_key = $3, bio = $4, phone = $5, real_name = $6, std_number = $7
       WHERE id = $1`,
      [
        before.userId,
        userName,
        nameKey(userName),
        changedTo(input.bio, before.bio, ''),
        changedTo(input.phone, before.phone, null),
        changedTo(input.realName, before.realName, ''),
        changedTo(input.stdNumber, before.stdNumber, '')
      ]
    )
    if (userName === before.userName) return
    const difference = changes({ userName: before.userName }, { userName })
    await noteOf(sql, ctx, 'user_name_changed', before.userId, difference)
  }

  return {
    async profile(ctx: Ctx): Promise<ProfileView> {
      const { avatarHash, ...row } = await own(db.pool, ctx)
      return { ...row, avatar: avatarHash && `/assets/${avatarHash}/avatar` }
    },

    async update(ctx: Ctx, input: ProfileUpdateInput): Promise<void> {
      const { id } = actorOf(ctx)
      const { userName: wanted } = input
      const renames = wanted != null && wanted !== (await own(db.pool, ctx)).userName
      if (renames && (await reserved.has(redis, wanted))) throw new AppError('identity.duplicate_user_name')
      try {
        await db.transaction((sql) => write(sql, ctx, input))
      } catch (error) {
        if (isUniqueViolation(error, 'users_user_name_key_key'))
          throw new AppError('identity.duplicate_user_name')
        throw error
      }
      sessions.forget(id)
    }
  }
}
