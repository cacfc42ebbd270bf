import { requireActor } from '~/server/access'
import type { Ctx } from '~/server/access/contract'
import { OWN_PASSWORD } from '~/server/accounts'
import type { Change } from '~/server/change'
import { bool, lockUser, nullable, number, row, rows, text, time, uuid } from '~/server/db'
import { AppError, isUniqueViolation, notFound } from '~/server/platform/errors'
import { uuid7 } from '~/server/platform/ids'
import type { IdentityView } from './contract'
import type { SignInDeps } from './deps'
import { provenBy } from './divisions'
import type { Person } from './kinds'
import type { Provider } from './providers'

const MOST_IDENTITIES = 20

const LONGEST_LABEL = 200

export const labelOf = ({ email, names, subject }: Person): string =>
  (email ?? names.find((name) => name !== '') ?? subject).slice(0, LONGEST_LABEL)

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
  if (counted!.count >= MOST_IDENTITIES)
    throw new AppError('sign_in.too_many_identities', 400, { params: { max: MOST_IDENTITIES } })
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

export function createIdentities({ db, change }: SignInDeps) {
  return {
    async identities(ctx: Ctx): Promise<IdentityView[]> {
      const { id } = requireActor(ctx)
      return rows(
        db.pool,
        { id: uuid, provider: text, label: text, createdAt: time, lastUsedAt: nullable(time) },
        `SELECT i.id, p.name AS provider, i.label, i.created_at AS "createdAt", i.last_used_at AS "lastUsedAt"
         FROM user_identities i JOIN sign_in_providers p ON p.id = i.provider_id
         WHERE i.user_id = $1 ORDER BY i.created_at, i.id LIMIT ${MOST_IDENTITIES}`,
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
     * Unlinks an identity, but never the last way to log in: a password or another enabled provider must remain.
     * @throws AppError `sign_in.no_identity` 404, `sign_in.last_way` 400
     */
    async unlink(ctx: Ctx, identityId: string): Promise<void> {
      const { id } = requireActor(ctx)
      await change(ctx, {}, async (tx) => {
        const account = await row(
          tx,
          { own: bool },
          `SELECT ${OWN_PASSWORD} AS own FROM users u WHERE id = $1 FOR NO KEY UPDATE`,
          [id]
        )
        const removed = await row(
          tx,
          { slug: text, label: text },
          `DELETE FROM user_identities i USING sign_in_providers p
           WHERE i.id = $1 AND i.user_id = $2 AND p.id = i.provider_id RETURNING p.slug, i.label`,
          [identityId, id]
        )
        if (!removed) throw notFound('sign_in.no_identity')
        const others = await tx.query(
          `SELECT FROM user_identities i JOIN sign_in_providers p ON p.id = i.provider_id AND p.enabled
           WHERE i.user_id = $1`,
          [id]
        )
        if (!account?.own && !others.rowCount) throw new AppError('sign_in.last_way')
        await tx.audit({
          action: 'identity_unlinked',
          target: `user:${id}`,
          before: { provider: removed.slug, label: removed.label }
        })
      })
    }
  }
}
