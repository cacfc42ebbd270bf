import { changes } from '~/server/audit'
import { AppError, isUniqueViolation, loginRequired } from '~/server/platform/errors'
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
  const own = async (ctx: Ctx) => {
    if (!ctx.actor) throw loginRequired()
    const { rows } = await db.pool.query<Row>(`SELECT ${PROFILE} FROM users WHERE id = $1`, [ctx.actor.id])
    if (!rows[0]) throw loginRequired()
    return rows[0]
  }

  return {
    async profile(ctx: Ctx): Promise<ProfileView> {
      const { avatarHash, ...row } = await own(ctx)
      return { ...row, avatar: avatarHash && `/assets/${avatarHash}/avatar` }
    },

    async update(ctx: Ctx, input: ProfileUpdateInput): Promise<void> {
      const { id } = actorOf(ctx)
      const before = await own(ctx)
      const given = <T>(value: T | null | undefined, kept: T, cleared: T) =>
        value === undefined ? kept : (value ?? cleared)
      const after = {
        userName: input.userName ?? before.userName ?? '',
        bio: given(input.bio, before.bio, ''),
        phone: given(input.phone, before.phone, null),
        realName: given(input.realName, before.realName, ''),
        stdNumber: given(input.stdNumber, before.stdNumber, '')
      }
      const renamed = after.userName !== before.userName
      if (renamed && (await reserved.has(redis, after.userName)))
        throw new AppError('identity.duplicate_user_name')
      try {
        await db.transaction(async (sql) => {
          await sql.query(
            `UPDATE users SET user_name = $2, user_name_key = $3, bio = $4, phone = $5, real_name = $6, std_number = $7
             WHERE id = $1`,
            [
              id,
              after.userName,
              nameKey(after.userName),
              after.bio,
              after.phone,
              after.realName,
              after.stdNumber
            ]
          )
          const { userName } = before
          if (renamed)
            await noteOf(
              sql,
              ctx,
              'user_name_changed',
              id,
              changes({ userName }, { userName: after.userName })
            )
        })
      } catch (error) {
        if (isUniqueViolation(error, 'users_user_name_key_key'))
          throw new AppError('identity.duplicate_user_name')
        throw error
      }
      sessions.forget(id)
    }
  }
}
