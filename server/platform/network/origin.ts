import type { IncomingMessage } from 'node:http'

/** Names of the machine itself, which no foreign page has. */
const OWN_MACHINE = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/**
 * Accepts a same-origin `Origin`, or none from a client that is no browser (docs/rules/security.md#origin). With
 * PUBLIC_URL, `Host` counts only on the machine itself, because a foreign name can be pointed here.
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
