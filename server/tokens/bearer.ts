/** Calls, and the handshakes of sockets; pages take no token (docs/rules/accounts.md#api-tokens). */
const TAKES_TOKENS = /^\/(?:api\/|socket\.io\/|hub(?:[/?]|$))/i
const BEARER = /^bearer(?: +(.*))?$/i

/**
 * What a request sends as a bearer token, whatever it is, '' for nothing at all; null for none, and wherever tokens are not
 * taken. With a token the cookie is ignored, so such a request needs no check of its origin.
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
  return found ? (found[1] ?? '').trim() : null
}
