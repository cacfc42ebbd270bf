import { isIP } from 'node:net'

/** The platform's configured address, never one of a request. */
export interface RelyingParty {
  id: string
  origin: string
}

/** Null where browsers make no passkeys: http except localhost, and IP addresses. */
export function relyingPartyOf(address: string): RelyingParty | null {
  const { origin, protocol, hostname } = new URL(address)
  const plain = hostname.replace(/^\[|\]$/g, '')
  if (isIP(plain) !== 0) return null
  const local = hostname === 'localhost' || hostname.endsWith('.localhost')
  return protocol === 'https:' || local ? { id: hostname, origin } : null
}
