import { TOKEN_PREFIX } from './constants'

/** Calls, and the handshakes of sockets; pages take no token (docs/rules/accounts.md#api-tokens). */
const TAKES_TOKENS = /^\/(?:api\/|socket\.io\/|hub(?:[/?]|$))/i
const BEARER = /^bearer(?: +(.*))?$/i

/**
 * What a request sends as one of our tokens, good or not, '' for nothing at all; null for none, and wherever tokens are not
 * taken. With a token the cookie is ignored, so such a request needs no check of its origin. A bearer token of another kind
 * is none of ours: a proxy in front adds its own to whatever browsers send (docs/decisions/051-bearer-tokens-of-others.md).
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
