import type { IncomingMessage } from 'node:http'

/** Names of the machine itself, which no foreign page can have. */
const OWN_MACHINE = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/**
 * True when a state change or a socket may come from where it says it comes from: a same-origin `Origin`, or none at
 * all from a client that is no browser (docs/rules/security.md#origin). Once the public address is known, the request's
 * own `Host` proves nothing any more, because a foreign name can be made to lead here; only on the machine itself it
 * does.
 */
export function sameOrigin(req: IncomingMessage, publicUrl: string | null): boolean {
  const origin = req.headers.origin
  if (origin === undefined) {
    const site = req.headers['sec-fetch-site']
    return site === undefined || site === 'same-origin' || site === 'none'
  }
  if (!URL.canParse(origin)) return false
  if (publicUrl && origin === new URL(publicUrl).origin) return true
  const { host, hostname } = new URL(origin)
  return host === req.headers.host && (publicUrl === null || OWN_MACHINE.test(hostname))
}
