import { requireActor } from '~/server/access'
import type { Ctx } from '~/server/access/contract'
import { diffFields } from '~/server/audit'
import type { Change } from '~/server/change'
import { AppError, isUniqueViolation, loginRequired } from '~/server/platform/errors'
import { changedTo } from '~/server/platform/wire'
import type { OwnAccount, OwnProfileView, ProfileUpdateInput } from './contract'
import type { AccountDeps } from './deps'
import { defineUsers, type User } from './model'
import { nameKey } from './name-key'
import { publishRenames } from './renames'
import { reserved } from './reserved-names'

const PROFILE = [
  ...[
    'id',
    'userName',
    'email',
    'bio',
    'phone',
    'realName',
    'stdNumber',
    'avatarHash',
    'affiliation',
    'website'
  ],
  ...['country', 'pageVisibility', 'role', 'registeredAt']
]

export function createProfiles({ db, change, redis }: AccountDeps) {
  const users = defineUsers(db.sequelize)

  /** Within a change, it blocks others until the transaction ends. */
  const own = async (ctx: Ctx, tx?: Change): Promise<User> => {
    const rejectOnEmpty = loginRequired()
    if (!ctx.actor) throw rejectOnEmpty
    const locked = tx && { transaction: tx.transaction, lock: tx.transaction.LOCK.NO_KEY_UPDATE }
    return users.findByPk(ctx.actor.id, { attributes: PROFILE, ...locked, rejectOnEmpty })
  }

  const write = async (tx: Change, input: ProfileUpdateInput) => {
    const user = await own(tx.ctx, tx)
    const before = { ...user.get() }
    const userName = input.userName ?? before.userName
    const pageVisibility = input.pageVisibility ?? before.pageVisibility
    const written = {
      userName,
      userNameKey: nameKey(userName),
      bio: changedTo(input.bio, before.bio, ''),
      phone: changedTo(input.phone, before.phone, null),
      realName: changedTo(input.realName, before.realName, ''),
      stdNumber: changedTo(input.stdNumber, before.stdNumber, ''),
      affiliation: changedTo(input.affiliation, before.affiliation, ''),
      website: changedTo(input.website, before.website, null),
      country: changedTo(input.country, before.country, null),
      pageVisibility
    }
    await user.update(written, { transaction: tx.transaction })
    const target = `user:${before.id}`
    tx.invalidate(target)
    if (pageVisibility !== before.pageVisibility)
      await tx.audit({
        action: 'page_visibility_changed',
        target,
        before: { pageVisibility: before.pageVisibility },
        after: { pageVisibility }
      })
    if (userName === before.userName) return
    const difference = diffFields({ userName: before.userName }, { userName })
    await tx.audit({ action: 'user_name_changed', target, ...difference })
    await publishRenames(tx, [before.id])
  }

  const account = async (ctx: Ctx): Promise<OwnAccount> => {
    const user = await own(ctx)
    const { id: userId, userName, email, bio, phone, realName, stdNumber, avatarHash } = user
    const { affiliation, website, country, pageVisibility, role } = user
    const known = { userId, userName, email, bio, phone, realName, stdNumber }
    const shown = { affiliation, website, country, pageVisibility, role }
    const avatar = avatarHash && `/assets/${avatarHash}/avatar`
    return { profile: { ...known, ...shown, avatar }, joinedAt: user.registeredAt }
  }

  return {
    profile: async (ctx: Ctx): Promise<OwnProfileView> => (await account(ctx)).profile,
    account,

    async update(ctx: Ctx, input: ProfileUpdateInput): Promise<void> {
      requireActor(ctx)
      const { userName: wanted } = input
      const renames = wanted != null && wanted !== (await own(ctx)).userName
      if (renames && (await reserved.has(redis, wanted))) throw new AppError('identity.duplicate_user_name')
      try {
        await change(ctx, (tx) => write(tx, input))
      } catch (error) {
        if (isUniqueViolation(error, 'users_user_name_key_key'))
          throw new AppError('identity.duplicate_user_name')
        throw error
      }
    }
  }
}
