import { SESSION_COOKIE } from '~/server/accounts/contract'

/** Names and values in turn, as node:http has them in `rawHeaders`: repeated ones and their case are kept. */
export type RawHeaders = string[]

/** How the end of a message's body is found. */
export type Framing = 'none' | 'chunked' | 'length'

/** Meant for the next hop alone (RFC 9110, 7.6.1). Trailers are sent on without being announced. */
const HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade'
])
/** Headers that the gate sets: some services read an underscore as a dash. */
const OURS = new Set(['x-forwarded-for', 'x-forwarded-proto'])
/** Headers that Connection cannot remove: that would change the meaning of the message. */
const NEEDED = new Set(['host', 'content-length'])

function* pairs(headers: RawHeaders): Generator<[name: string, value: string]> {
  for (let n = 0; n + 1 < headers.length; n += 2) yield [headers[n]!, headers[n + 1]!]
}

const valuesOf = (headers: RawHeaders, wanted: string): string[] =>
  [...pairs(headers)].filter(([name]) => name.toLowerCase() === wanted).map(([, value]) => value)

/** The headers that are meant for the other end, by lower-case name. */
function* endToEnd(headers: RawHeaders): Generator<[name: string, value: string, plain: string]> {
  const listed = valuesOf(headers, 'connection').flatMap((value) =>
    value.split(',').map((word) => word.trim().toLowerCase())
  )
  const dropped = new Set(listed.filter((name) => !NEEDED.has(name)))
  for (const [name, value] of pairs(headers)) {
    const plain = name.toLowerCase()
    if (!HOP.has(plain) && !dropped.has(plain)) yield [name, value, plain]
  }
}

/**
 * How a request's body is framed; null for what two readers could take for two different requests. The parser has
 * refused most of that already.
 */
export function framingOf(headers: RawHeaders): Framing | null {
  const coded = valuesOf(headers, 'transfer-encoding')
  const lengths = valuesOf(headers, 'content-length')
  if (coded.length > 0)
    return coded.join().toLowerCase() === 'chunked' && lengths.length === 0 ? 'chunked' : null
  if (lengths.length === 0) return 'none'
  return lengths.length === 1 && /^\d+$/.test(lengths[0]!) ? 'length' : null
}

/** A Cookie header without the platform's session, by any of its names; null when nothing is left. */
function foreignCookies(value: string, names: readonly string[]): string | null {
  if (!names.some((name) => value.includes(name))) return value
  const kept = value.split(';').filter((one) => !names.includes(one.split('=')[0]!.trim()))
  return kept.join(';').trim() || null
}

/**
 * A request's headers as the service gets them: as the player sent them, Host included, but without those between two
 * hops and the platform's session, and with the player's address and scheme in place of whatever was claimed.
 */
export function requestHeaders(
  headers: RawHeaders,
  { address, scheme, framing }: { address: string; scheme: 'http' | 'https'; framing: Framing },
  aliases: readonly string[]
): RawHeaders {
  const session = [SESSION_COOKIE, ...aliases]
  const kept: RawHeaders = []
  for (const [name, value, plain] of endToEnd(headers)) {
    if (OURS.has(plain.replaceAll('_', '-'))) continue
    const sent = plain === 'cookie' ? foreignCookies(value, session) : value
    if (sent !== null) kept.push(name, sent)
  }
  kept.push('X-Forwarded-For', address, 'X-Forwarded-Proto', scheme)
  if (framing === 'chunked') kept.push('Transfer-Encoding', 'chunked')
  return kept
}

/** A cookie for the one host that set it: with a domain it would be every instance's. */
const hostOnly = (cookie: string): string =>
  cookie
    .split(';')
    .filter((part, n) => n === 0 || part.split('=')[0]!.trim().toLowerCase() !== 'domain')
    .join(';')

/** An answer's headers as the player gets them. `bare`: an answer that has no body by its status. */
export function responseHeaders(headers: RawHeaders, bare = false): RawHeaders {
  const kept: RawHeaders = []
  for (const [name, value, plain] of endToEnd(headers)) {
    if (bare && plain === 'content-length') continue
    kept.push(name, plain === 'set-cookie' ? hostOnly(value) : value)
  }
  return kept
}

/** Name and value of each trailer that may follow a body: none that says how to read or route it. */
export const trailerPairs = (trailers: RawHeaders): [string, string][] =>
  [...pairs(trailers)].filter(([name]) => {
    const plain = name.toLowerCase()
    return (
      !HOP.has(plain) && !NEEDED.has(plain) && !OURS.has(plain.replaceAll('_', '-')) && !SPOKEN.has(plain)
    )
  })

/** Trailers that would bypass what is checked in headers. */
const SPOKEN = new Set(['cookie', 'set-cookie'])
