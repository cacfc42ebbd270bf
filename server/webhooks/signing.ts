import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'

export const createWebhookSecret = (): string => PREFIX + randomBytes(32).toString('base64')

/** Standard Webhooks: a signature for each secret, separated by spaces. `at` in seconds. */
export function signatureHeaders(
  id: string,
  at: number,
  body: string,
  secrets: readonly string[]
): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': signatures.join(' ') }
}
