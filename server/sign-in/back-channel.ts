import * as jose from 'jose'
import type { Ctx } from '~/server/access/contract'
import type { Change } from '~/server/change'
import { nullable, rows, text, uuid } from '~/server/db'
import { AppError } from '~/server/platform/errors'
import type { SignInDeps } from './deps'
import { CLOCK_SECONDS, createLogoutTokens, LOGOUT_TOKEN_SECONDS, type LoggedOut } from './logout-token'
import type { Provider } from './providers'

const SESSION = { id: text, user: uuid, idToken: nullable(text) }
const MOST = 10_000

/** A token that came before is kept as long as it would be taken. */
const ONCE = `
  INSERT INTO logout_tokens (provider_id, jti_hash, expires_at) VALUES ($1, $2, now() + make_interval(secs => $3))
  ON CONFLICT DO NOTHING`

const SESSIONS = `
  SELECT s.id, s.user_id AS "user", p.id_token AS "idToken"
  FROM session_providers p JOIN sessions s ON s.id = p.session_id
  WHERE p.provider_id = $1 AND ($2::text IS NULL OR s.user_id = (
    SELECT i.user_id FROM user_identities i WHERE i.provider_id = $1 AND i.subject = $2))
  ORDER BY s.id LIMIT ${MOST} FOR UPDATE OF s`

interface Needs extends SignInDeps {
  inside: boolean
  enabled(by: 'slug', slug: string): Promise<Provider>
}

/** Ends sessions here when the provider ends them (docs/rules/accounts.md#log-out-by-a-provider). */
export function createBackChannel({ change, client, secretBox, log, inside, enabled }: Needs) {
  const read = createLogoutTokens(inside)

  /** Sealed tokens cannot be searched, so the sid is compared here. */
  const sidOf = (idToken: string | null): unknown => {
    if (idToken === null) return null
    return jose.decodeJwt(secretBox.open(idToken, 'sign-in-id-token').toString()).sid
  }

  const end = async (tx: Change, provider: Provider, { subject, sid }: LoggedOut): Promise<number> => {
    const found = await rows(tx, SESSION, SESSIONS, [provider.id, subject])
    // Without a kept token the session is unknown; if the person is named, it ends rather than stays.
    const ended = found.filter(({ idToken }) => {
      if (sid === null) return true
      const own = sidOf(idToken)
      return own === sid || (subject !== null && typeof own !== 'string')
    })
    await tx.query('DELETE FROM sessions WHERE id = ANY ($1::text[])', [ended.map(({ id }) => id)])
    if (subject !== null)
      await tx.query(
        `DELETE FROM login_steps WHERE provider_id = $1 AND user_id = (
           SELECT user_id FROM user_identities WHERE provider_id = $1 AND subject = $2)`,
        [provider.id, subject]
      )
    for (const { id, user } of ended) {
      tx.invalidate(`session:${id}`, `user:${user}`)
      await tx.audit({
        action: 'logged_out_by_provider',
        target: `user:${user}`,
        after: { provider: provider.slug }
      })
    }
    return ended.length
  }

  /**
   * Takes a provider's logout token; returns how many sessions ended.
   * @throws AppError `sign_in.no_provider` 404, `sign_in.logout_token` 400 for a token that is wrong, old or was used
   */
  return async function logOut(ctx: Ctx, slug: string, token: string): Promise<number> {
    const provider = await enabled('slug', slug)
    const refused = (error: Error) => {
      log.warn({ provider: slug, ip: ctx.ip, err: `${error.name}: ${error.message}` }, 'logout_token_refused')
      return new AppError('sign_in.logout_token', 400)
    }
    const keys = await client.keysOf(provider)
    if (keys === null) throw refused(new Error('The provider has no keys'))
    const loggedOut = await read(token, provider, keys).catch((error: Error) => {
      throw refused(error)
    })
    return change(ctx, {}, async (tx) => {
      const seconds = LOGOUT_TOKEN_SECONDS + 2 * CLOCK_SECONDS
      const { rowCount } = await tx.query(ONCE, [provider.id, loggedOut.jtiHash, seconds])
      if (rowCount !== 1) throw refused(new Error('The token was used before'))
      return end(tx, provider, loggedOut)
    })
  }
}
