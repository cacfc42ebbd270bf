import { isIP } from 'node:net'

/** For whom passkeys are made: the platform's own address, never one that a request named. */
export interface RelyingParty {
  id: string
  origin: string
}

/** Null where browsers make no passkeys: by http except at localhost, and where the host is an address. */
export function relyingPartyOf(address: string): RelyingParty | null {
  const { origin, protocol, hostname } = new URL(address)
  const plain = hostname.replace(/^\[|\]$/g, '')
  if (isIP(plain) !== 0) return null
  const local = hostname === 'localhost' || hostname.endsWith('.localhost')
  return protocol === 'https:' || local ? { id: hostname, origin } : null
}
