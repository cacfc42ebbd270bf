import type { Ctx } from '~/server/access/contract'
import type { Change } from '~/server/change'
import { rows, text, uuid } from '~/server/db'
import { AppError } from '~/server/platform/errors'
import type { SignInDeps } from './deps'
import { CLOCK_SECONDS, createLogoutTokens, LOGOUT_TOKEN_SECONDS, type LoggedOut } from './logout-token'
import type { Provider } from './providers'

const SESSION = { id: text, user: uuid }

/** A token that came before is kept as long as it would be taken. */
const ONCE = `
  INSERT INTO logout_tokens (provider_id, jti_hash, expires_at) VALUES ($1, $2, now() + make_interval(secs => $3))
  ON CONFLICT DO NOTHING`

/**
 * What the provider began and the token names: `o` is a session's row of it, or a login that waits. Where no session there is known
 * and the person is named, it ends rather than stays.
 */
const named = (user: string) => `o.provider_id = $1
  AND ($2::text IS NULL OR ${user} = (SELECT i.user_id FROM user_identities i WHERE i.provider_id = $1 AND i.subject = $2))
  AND ($3::text IS NULL OR o.sid_hash = $3 OR ($2 IS NOT NULL AND o.sid_hash IS NULL))`

const END_SESSIONS = `DELETE FROM sessions s USING session_providers o WHERE o.session_id = s.id AND ${named('s.user_id')}
  RETURNING s.id, s.user_id AS "user"`
const END_STEPS = `DELETE FROM login_steps o WHERE ${named('o.user_id')}`

interface Needs extends SignInDeps {
  inside: boolean
  enabled(by: 'slug', slug: string): Promise<Provider>
}

/** Ends sessions here when the provider ends them (docs/rules/accounts.md#log-out-by-a-provider). */
export function createBackChannel({ change, client, log, inside, enabled }: Needs) {
  const read = createLogoutTokens(inside)

  const end = async (tx: Change, provider: Provider, { subject, sidHash }: LoggedOut): Promise<number> => {
    const ended = await rows(tx, SESSION, END_SESSIONS, [provider.id, subject, sidHash])
    await tx.query(END_STEPS, [provider.id, subject, sidHash])
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
    return change(ctx, async (tx) => {
      const seconds = LOGOUT_TOKEN_SECONDS + 2 * CLOCK_SECONDS
      const { rowCount } = await tx.query(ONCE, [provider.id, loggedOut.jtiHash, seconds])
      if (rowCount !== 1) throw refused(new Error('The token was used before'))
      return end(tx, provider, loggedOut)
    })
  }
}
