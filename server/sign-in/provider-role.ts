import type { Role } from '~/server/access/contract'
import type { Change } from '~/server/change'
import { endPlayedRoles } from '~/server/game-staff'
import { endUnbacked } from '~/server/tokens'

interface RoleChange {
  userId: string
  before: Role
  after: Role
  /** Slug of the provider; undefined when several take part. */
  provider: string | undefined
  /** The account that did it; undefined for the request's own. */
  by: string | undefined
}

/** Sets a role by a provider's rules. Older sessions end, and what only the role before could give. */
export async function setProviderRole(
  tx: Change,
  { userId, before, after, provider, by }: RoleChange
): Promise<void> {
  await tx.query('UPDATE users SET role = $2 WHERE id = $1', [userId, after])
  if (before === 'Admin') await endPlayedRoles(tx, { userId }, by)
  await tx.query('DELETE FROM sessions WHERE user_id = $1', [userId])
  await endUnbacked(tx, [userId])
  tx.invalidate(`user:${userId}`)
  await tx.audit({
    action: 'role_set_by_provider',
    target: `user:${userId}`,
    ...(by && { by }),
    before: { role: before },
    after: { role: after, provider }
  })
}
