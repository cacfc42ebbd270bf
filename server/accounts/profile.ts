import { requireActor } from '~/server/access'
import { type Ctx, ROLES } from '~/server/access/contract'
import { changes } from '~/server/audit'
import type { Change } from '~/server/change'
import { nullable, oneOf, row, type Sql, text, time, uuid } from '~/server/db'
import { AppError, isUniqueViolation, loginRequired } from '~/server/platform/errors'
import { changedTo } from '~/server/platform/wire'
import { PAGE_VISIBILITIES } from './constants'
import type { OwnAccount, OwnProfileView, ProfileUpdateInput } from './contract'
import type { AccountDeps } from './deps'
import { nameKey } from './name-key'
import { publishRenames } from './renames'
import { reserved } from './reserved-names'

const PROFILE_ROW = {
  userId: uuid,
  userName: text,
  email: text,
  bio: text,
  phone: nullable(text),
  realName: text,
  stdNumber: text,
  avatarHash: nullable(text),
  affiliation: text,
  website: nullable(text),
  country: nullable(text),
  pageVisibility: oneOf(PAGE_VISIBILITIES),
  role: oneOf(ROLES),
  joinedAt: time
}
const PROFILE = `id AS "userId", user_name AS "userName", email, bio, phone, real_name AS "realName",
  std_number AS "stdNumber", avatar_hash AS "avatarHash", affiliation, website, country,
  page_visibility AS "pageVisibility", role, registered_at AS "joinedAt"`

export function createProfiles({ db, change, redis }: AccountDeps) {
  /** `lock` blocks other changes until the transaction ends. */
  const own = async (sql: Sql, ctx: Ctx, lock: '' | 'FOR NO KEY UPDATE' = '') => {
    if (!ctx.actor) throw loginRequired()
    const values = [ctx.actor.id]
    const found = await row(sql, PROFILE_ROW, `SELECT ${PROFILE} FROM users WHERE id = $1 ${lock}`, values)
    if (!found) throw loginRequired()
    return found
  }

  const write = async (tx: Change, input: ProfileUpdateInput) => {
    const before = await own(tx, tx.ctx, 'FOR NO KEY UPDATE')
    const userName = input.userName ?? before.userName
    const pageVisibility = input.pageVisibility ?? before.pageVisibility
    await tx.query(
      `UPDATE users SET user_name = $2, user_name_key = $3, bio = $4, phone = $5, real_name = $6, std_number = $7,
         affiliation = $8, website = $9, country = $10, page_visibility = $11
       WHERE id = $1`,
      [
        before.userId,
        userName,
        nameKey(userName),
        changedTo(input.bio, before.bio, ''),
        changedTo(input.phone, before.phone, null),
        changedTo(input.realName, before.realName, ''),
        changedTo(input.stdNumber, before.stdNumber, ''),
        changedTo(input.affiliation, before.affiliation, ''),
        changedTo(input.website, before.website, null),
        changedTo(input.country, before.country, null),
        pageVisibility
      ]
    )
    const target = `user:${before.userId}`
    tx.invalidate(target)
    if (pageVisibility !== before.pageVisibility)
      await tx.audit({
        action: 'page_visibility_changed',
        target,
        before: { pageVisibility: before.pageVisibility },
        after: { pageVisibility }
      })
    if (userName === before.userName) return
    const difference = changes({ userName: before.userName }, { userName })
    await tx.audit({ action: 'user_name_changed', target, ...difference })
    await publishRenames(tx, [before.userId])
  }

  const account = async (ctx: Ctx): Promise<OwnAccount> => {
    const { avatarHash, joinedAt, ...row } = await own(db.pool, ctx)
    return { profile: { ...row, avatar: avatarHash && `/assets/${avatarHash}/avatar` }, joinedAt }
  }

  return {
    profile: async (ctx: Ctx): Promise<OwnProfileView> => (await account(ctx)).profile,
    account,

    async update(ctx: Ctx, input: ProfileUpdateInput): Promise<void> {
      requireActor(ctx)
      const { userName: wanted } = input
      const renames = wanted != null && wanted !== (await own(db.pool, ctx)).userName
      if (renames && (await reserved.has(redis, wanted))) throw new AppError('identity.duplicate_user_name')
      try {
        await change(ctx, {}, (tx) => write(tx, input))
      } catch (error) {
        if (isUniqueViolation(error, 'users_user_name_key_key'))
          throw new AppError('identity.duplicate_user_name')
        throw error
      }
    }
  }
}
