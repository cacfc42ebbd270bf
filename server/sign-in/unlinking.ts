import { ROLES, type Role } from '~/server/access/contract'
import { OPENED_BY_PASSWORD_SQL } from '~/server/accounts'
import type { Change } from '~/server/change'
import { nullable, oneOf, type RowOf, row, rows, type Sql, text, uuid } from '~/server/db'
import { lockStaffed } from '~/server/game-staff'
import { AppError } from '~/server/platform/errors'
import { RULE_ROLES } from './constants'
import { setProviderRole } from './provider-role'
import { roleWithout } from './roles'

const CONCERNED = {
  id: uuid,
  role: oneOf(ROLES),
  granted: nullable(oneOf(RULE_ROLES)),
  others: nullable(oneOf(RULE_ROLES))
}
type Concerned = RowOf<typeof CONCERNED>

/** What is unlinked: one identity, those of an account, those of a provider. */
export type Unlinked = { identity: string; user: string } | { user: string } | { provider: string }

/** SQL: whether identity `i` is one of those; its values follow from `$1`. */
function chosen(of: Unlinked): [condition: string, values: string[]] {
  if ('identity' in of) return ['(i.user_id = $1 AND i.id = $2)', [of.user, of.identity]]
  return 'user' in of ? ['(i.user_id = $1)', [of.user]] : ['(i.provider_id = $1)', [of.provider]]
}

/** Accounts with such identities, and what rules gave by these and by others. `min`: Admin comes before Monitor. */
function concernedBy(sql: Sql, of: Unlinked): Promise<Concerned[]> {
  const [condition, values] = chosen(of)
  return rows(
    sql,
    CONCERNED,
    `SELECT u.id, u.role, min(i.granted) FILTER (WHERE ${condition}) AS granted,
       min(i.granted) FILTER (WHERE NOT ${condition}) AS others
     FROM users u JOIN user_identities i ON i.user_id = u.id
     WHERE u.id IN (SELECT i.user_id FROM user_identities i WHERE ${condition})
     GROUP BY u.id ORDER BY u.id`,
    values
  )
}

const fallen = (one: Concerned): Role => roleWithout(one.role, one.granted, one.others)
const demoted = (found: Concerned[]) =>
  found.filter((one) => one.role === 'Admin' && fallen(one) !== 'Admin').map(({ id }) => id)

/** Locks the accounts in order of ids; of administrators who are none any more, first the ledgers of games with roles. */
async function lockConcerned(tx: Change, of: Unlinked): Promise<Concerned[]> {
  const lock = async () => {
    const ids = (await concernedBy(tx, of)).map(({ id }) => id)
    await tx.query('SELECT FROM users WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE', [ids])
    return concernedBy(tx, of)
  }
  const seen = demoted(await concernedBy(tx, of))
  const found = await (seen.length > 0 ? lockStaffed(tx, seen, lock) : lock())
  // Became one since.
  if (demoted(found).some((id) => !seen.includes(id)))
    throw new AppError('server.busy', 503, { retryAfter: 1 })
  return found
}

async function takeBack(
  tx: Change,
  one: Concerned,
  { provider, by }: { provider: string | undefined; by: string | undefined }
): Promise<void> {
  const after = fallen(one)
  if (after !== one.role) await setProviderRole(tx, { userId: one.id, before: one.role, after, provider, by })
}

const ENDED = { id: text, user: uuid }

/**
 * Ends the sessions that a provider began, of one account or of all, and logins by it that wait for a second factor. The session
 * that asks for it goes on.
 */
export async function endBegun(tx: Change, provider: string, user: string | null): Promise<void> {
  const ended = await rows(
    tx,
    ENDED,
    `DELETE FROM sessions s USING session_providers p WHERE p.session_id = s.id AND p.provider_id = $1
       AND ($2::uuid IS NULL OR s.user_id = $2) AND s.id IS DISTINCT FROM $3 RETURNING s.id, s.user_id AS "user"`,
    [provider, user, tx.ctx.actor?.sessionId ?? null]
  )
  await tx.query('DELETE FROM login_steps WHERE provider_id = $1 AND ($2::uuid IS NULL OR user_id = $2)', [
    provider,
    user
  ])
  for (const { id, user } of ended) tx.invalidate(`session:${id}`, `user:${user}`)
}

const REMOVED = { id: uuid, provider: text, label: text }

/**
 * Deletes identities, ends what they began, and takes back the roles that rules gave by them alone: nobody logs in by them any more,
 * so no rule would.
 * Returns what was deleted. `by`: whose doing it is, where nobody is logged in.
 * @throws AppError `server.busy` 503 when an account became an administrator meanwhile
 */
export async function unlinkIdentities(
  tx: Change,
  of: Unlinked,
  by?: string
): Promise<RowOf<typeof REMOVED>[]> {
  const concerned = await lockConcerned(tx, of)
  const [condition, values] = chosen(of)
  const removed = await rows(
    tx,
    REMOVED,
    `DELETE FROM user_identities i USING sign_in_providers p WHERE p.id = i.provider_id AND ${condition}
     RETURNING p.id, p.slug AS provider, i.label`,
    values
  )
  const begunBy = 'provider' in of ? [of.provider] : removed.map(({ id }) => id)
  for (const provider of new Set(begunBy)) await endBegun(tx, provider, 'user' in of ? of.user : null)
  for (const one of concerned) await takeBack(tx, one, { provider: removed[0]?.provider, by })
  return removed
}

/**
 * Unlinks all identities of an account that gets another password, because who knew the old one may have linked one. Not while the
 * password opens nothing, and the identities alone do. First in a change, since it locks.
 * @throws AppError as unlinkIdentities
 */
export async function unlinkAll(
  tx: Change,
  userId: string,
  { onlyProviders, by }: { onlyProviders: boolean; by?: string }
): Promise<void> {
  const opened = `SELECT FROM users u WHERE u.id = $1 AND (NOT $2 OR ${OPENED_BY_PASSWORD_SQL})`
  if (!(await row(tx, {}, opened, [userId, onlyProviders]))) return
  for (const { provider, label } of await unlinkIdentities(tx, { user: userId }, by))
    await tx.audit({
      action: 'identity_unlinked',
      target: `user:${userId}`,
      ...(by && { by }),
      before: { provider, label }
    })
}
