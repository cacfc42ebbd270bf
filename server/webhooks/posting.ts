import type { LookupFunction } from 'node:net'
import { AddressRefused, askOutside, hostOf, requireAddress } from '~/server/platform/network/outgoing'
import type { WebhookResult } from './contract'
import type { WebhookRequest } from './formats'

const TIMEOUT_MS = 15_000
const ANSWER_BYTES = 1024

/** Checks the address's text; the operator allows private hosts by `allowed`. */
export function isWebhookAddress(url: URL, allowed: readonly string[]): boolean {
  try {
    requireAddress(url, allowed.includes(hostOf(url)))
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
  allowed: readonly string[]
  lookup?: LookupFunction
}

/** Reads the beginning of the response. Never throws for the receiver's faults; follows no redirects. */
export async function post(request: WebhookRequest, { allowed, lookup }: Options): Promise<WebhookResult> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const inside = allowed.includes(hostOf(request.url))
    const answer = await askOutside({ ...request, inside, signal, lookup })
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
