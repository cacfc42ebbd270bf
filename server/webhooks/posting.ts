import type { LookupFunction } from 'node:net'
import type { Env } from '~/server/platform/env'
import {
  AddressRefused,
  type Allowed,
  hostOf,
  requestOutside,
  requireAllowedUrl
} from '~/server/platform/network/outgoing'
import { inRanges } from '~/server/platform/network/ranges'
import type { WebhookResult } from './contract'
import type { WebhookRequest } from './formats'

const TIMEOUT_MS = 15_000
const ANSWER_BYTES = 1024

/** Private networks to which the operator lets webhooks send (docs/rules/webhooks.md#addresses). */
export interface Inside {
  hosts: readonly string[]
  /** The test for addresses of a name; absent: none is allowed. */
  addresses?: Allowed | undefined
}

export const insideOf = ({
  WEBHOOK_PRIVATE_HOSTS: hosts = [],
  WEBHOOK_PRIVATE_ALLOW: ranges = []
}: Partial<Pick<Env, 'WEBHOOK_PRIVATE_HOSTS' | 'WEBHOOK_PRIVATE_ALLOW'>>): Inside => ({
  hosts,
  addresses: ranges.length > 0 ? inRanges(ranges) : undefined
})

/** Checks the address's text; names are checked when something is sent. */
export function isWebhookAddress(url: URL, { hosts, addresses }: Inside): boolean {
  try {
    requireAllowedUrl(url, { inside: hosts.includes(hostOf(url)), allowed: addresses })
    return true
  } catch {
    return false
  }
}

const faultOf = (error: Error & { code?: string }, isLate: boolean) => {
  if (error instanceof AddressRefused) return 'address'
  if (isLate) return 'timeout'
  return error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN' ? 'not_found' : 'connection'
}

interface Options {
  inside: Inside
  lookup?: LookupFunction
}

/** Reads the beginning of the response. Never throws for the receiver's faults; follows no redirects. */
export async function postDelivery(
  request: WebhookRequest,
  { inside: { hosts, addresses }, lookup }: Options
): Promise<WebhookResult> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const inside = hosts.includes(hostOf(request.url))
    const answer = await requestOutside({ ...request, inside, allowed: addresses, signal, lookup })
    const parts: Buffer[] = []
    let size = 0
    for await (const part of answer as AsyncIterable<Buffer>) {
      parts.push(part)
      size += part.length
      // Ends the connection.
      if (size >= ANSWER_BYTES) break
    }
    const text = Buffer.concat(parts).subarray(0, ANSWER_BYTES).toString()
    // Postgres stores no NUL.
    return { status: answer.statusCode ?? 0, answer: text.replaceAll('\0', ''), error: null }
  } catch (error) {
    return { status: null, answer: null, error: faultOf(error as Error, signal.aborted) }
  }
}
