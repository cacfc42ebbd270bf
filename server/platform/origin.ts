import type { IncomingMessage } from 'node:http'

/**
 * True when a state change or a socket may come from where it says it comes from: a same-origin `Origin`, or none at
 * all from a client that is no browser (decisions.md, Session cookie; bug-classes.md 21).
 */
export function sameOrigin(req: IncomingMessage, publicUrl: string | null): boolean {
  const origin = req.headers.origin
  if (origin === undefined) {
    const site = req.headers['sec-fetch-site']
    return site === undefined || site === 'same-origin' || site === 'none'
  }
  if (publicUrl && origin === new URL(publicUrl).origin) return true
  if (!URL.canParse(origin)) return false
  return new URL(origin).host === req.headers.host
}
