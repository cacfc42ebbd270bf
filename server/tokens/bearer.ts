import { TOKEN_PREFIX } from './constants'

/** Pages take no token (docs/rules/accounts.md#api-tokens). */
const TAKES_TOKENS = /^\/(?:api\/|socket\.io\/|hub(?:[/?]|$))/i
const BEARER = /^bearer(?: +(.*))?$/i

/**
 * A request's token, valid or not, '' for an empty one; null for none, or where tokens are not taken. A token makes the
 * cookie ignored, so no origin check is needed. Foreign bearer tokens are ignored, because proxies add them
 * (docs/decisions/051-bearer-tokens-of-others.md).
 */
export function bearerOf({
  url,
  headers
}: {
  url?: string
  headers: { authorization?: string }
}): string | null {
  const { authorization } = headers
  if (authorization === undefined || !TAKES_TOKENS.test(url ?? '')) return null
  const found = BEARER.exec(authorization.trim())
  const token = found && (found[1] ?? '').trim()
  return token === '' || token?.startsWith(TOKEN_PREFIX) ? token : null
}
