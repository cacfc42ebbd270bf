import { requireActor, requireConfirmed } from '~/server/access'
import type { Ctx } from '~/server/access/contract'
import { OPENED_BY_PASSWORD_SQL, OWN_PASSWORD } from '~/server/accounts'
import type { Change } from '~/server/change'
import { bool, lockUser, nullable, number, row, rows, text, time, uuid } from '~/server/db'
import { AppError, isUniqueViolation, notFound } from '~/server/platform/errors'
import { uuid7 } from '~/server/platform/ids'
import type { IdentityView } from './contract'
import type { SignInDeps } from './deps'
import { provenBy } from './divisions'
import type { Person } from './provider-kinds'
import type { Provider } from './providers'
import { unlinkIdentities } from './unlinking'

const MAX_IDENTITIES = 20

const MAX_LABEL_LENGTH = 200

/** What people recognise an identity by: its address, else a name, else the provider's id of it. */
export const labelOf = ({ email, names, subject }: Person): string =>
  (email ?? names.find((name) => name !== '') ?? subject).slice(0, MAX_LABEL_LENGTH)

/** @throws AppError `sign_in.already_linked` when the identity has an account, `sign_in.too_many_identities` */
export async function storeIdentity(
  tx: Change,
  userId: string,
  provider: Pick<Provider, 'id' | 'divisions'>,
  person: Person
): Promise<void> {
  await lockUser(tx, userId)
  const counted = await row(
    tx,
    { count: number },
    'SELECT count(*)::int AS count FROM user_identities WHERE user_id = $1',
    [userId]
  )
  if (counted!.count >= MAX_IDENTITIES)
    throw new AppError('sign_in.too_many_identities', 400, { params: { max: MAX_IDENTITIES } })
  try {
    await tx.query(
      `INSERT INTO user_identities (id, user_id, provider_id, subject, label, proven, last_used_at)
       VALUES ($1, $2, $3, $4, $5, $6, now())`,
      [
        uuid7(tx.ctx.now),
        userId,
        provider.id,
        person.subject,
        labelOf(person),
        provenBy(person, provider.divisions)
      ]
    )
  } catch (error) {
    if (isUniqueViolation(error, 'user_identities_provider_id_subject_key'))
      throw new AppError('sign_in.already_linked')
    throw error
  }
}

/** @throws AppError `sign_in.last_way` */
async function requireAnotherWay(tx: Change, userId: string, onlyProviders: boolean): Promise<void> {
  const found = await row(
    tx,
    { ways: bool },
    `SELECT (${OWN_PASSWORD} AND (NOT $2 OR ${OPENED_BY_PASSWORD_SQL})) OR EXISTS (SELECT FROM user_identities i
       JOIN sign_in_providers p ON p.id = i.provider_id AND p.enabled WHERE i.user_id = u.id) AS ways
     FROM users u WHERE u.id = $1`,
    [userId, onlyProviders]
  )
  if (!found?.ways) throw new AppError('sign_in.last_way')
}

export function createIdentities({ db, change, settings }: SignInDeps) {
  return {
    async identities(ctx: Ctx): Promise<IdentityView[]> {
      const { id } = requireActor(ctx)
      return rows(
        db.pool,
        { id: uuid, provider: text, label: text, createdAt: time, lastUsedAt: nullable(time) },
        `SELECT i.id, p.name AS provider, i.label, i.created_at AS "createdAt", i.last_used_at AS "lastUsedAt"
         FROM user_identities i JOIN sign_in_providers p ON p.id = i.provider_id
         WHERE i.user_id = $1 ORDER BY i.created_at, i.id LIMIT ${MAX_IDENTITIES}`,
        [id]
      )
    },

    async hasPassword(ctx: Ctx): Promise<boolean> {
      const { id } = requireActor(ctx)
      const found = await row(
        db.pool,
        { has: bool },
        `SELECT ${OWN_PASSWORD} AS has FROM users u WHERE id = $1`,
        [id]
      )
      return found?.has ?? true
    },

    /**
     * Unlinks an identity, but never the last way to log in: a password that opens the account or another enabled provider must remain. Ends the
     * other sessions that its provider began for the account, and takes back what its rules gave.
     * @throws AppError `sign_in.no_identity` 404, `sign_in.last_way` 400, `account.confirm_needed` 403
     */
    async unlink(ctx: Ctx, identityId: string): Promise<void> {
      const { id } = requireActor(ctx)
      const { accountPolicy: policy } = await settings.read()
      await change(ctx, async (tx) => {
        await requireConfirmed(tx, ctx)
        const [removed] = await unlinkIdentities(tx, { identity: identityId, user: id })
        if (!removed) throw notFound('sign_in.no_identity')
        await requireAnotherWay(tx, id, policy.onlyProviders)
        await tx.audit({
          action: 'identity_unlinked',
          target: `user:${id}`,
          before: { provider: removed.provider, label: removed.label }
        })
      })
    }
  }
}
