import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'

const NONCE_BYTES = 16
/** Reading many random bytes costs little more than a few. */
let pool = Buffer.alloc(0)

export function createNonce(): string {
  if (pool.length === 0) pool = randomBytes(NONCE_BYTES * 256)
  const nonce = pool.toString('base64', 0, NONCE_BYTES)
  pool = pool.subarray(NONCE_BYTES)
  return nonce
}

/**
 * `foreign` origins may be loaded and framed; nothing inline without the nonce (docs/rules/security.md#content-policy).
 */
export function contentSecurityPolicy(
  nonce: string,
  foreign: string[],
  { development }: { development: boolean }
): string {
  const others = foreign.map((origin) => ` ${origin}`).join('')
  const styles = development ? "style-src 'self' 'unsafe-inline'" : "style-src 'self'"
  const sockets = development ? "connect-src 'self' ws: wss:" : `connect-src 'self'${others}`
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'${others}`,
    `frame-src${others || " 'none'"}`,
    styles,
    "img-src 'self' https: data: blob:",
    "font-src 'self'",
    sockets,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'"
  ].join('; ')
}

const STANDARD = Object.entries({
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=()'
})

/** With `https`, browsers come by HTTPS alone for a year. */
export function setSecurityHeaders(res: ServerResponse, { https }: { https: boolean }): void {
  for (const [name, value] of STANDARD) res.setHeader(name, value)
  if (https) res.setHeader('Strict-Transport-Security', 'max-age=31536000')
}
