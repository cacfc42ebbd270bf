import { SESSION_COOKIE } from '~/server/accounts/contract'

/** Names and values in turn, as `rawHeaders` has them: keeps repetitions and case. */
export type RawHeaders = string[]

type Framing = 'none' | 'chunked' | 'length'

/** Headers for the next hop only (RFC 9110, 7.6.1). Trailers are forwarded without announcement. */
const HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade'
])
/** Set by the gate. Compared with dashes, because some services read an underscore as a dash. */
const OURS = new Set(['x-forwarded-for', 'x-forwarded-proto'])
/** Connection must not remove these: the message would mean something else. */
const NEEDED = new Set(['host', 'content-length'])

function* pairs(headers: RawHeaders): Generator<[name: string, value: string]> {
  for (let n = 0; n + 1 < headers.length; n += 2) yield [headers[n]!, headers[n + 1]!]
}

const valuesOf = (headers: RawHeaders, wanted: string): string[] =>
  [...pairs(headers)].filter(([name]) => name.toLowerCase() === wanted).map(([, value]) => value)

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

/** Null when two parsers could read two different requests. */
export function framingOf(headers: RawHeaders): Framing | null {
  const coded = valuesOf(headers, 'transfer-encoding')
  const lengths = valuesOf(headers, 'content-length')
  if (coded.length > 0)
    return coded.join().toLowerCase() === 'chunked' && lengths.length === 0 ? 'chunked' : null
  if (lengths.length === 0) return 'none'
  return lengths.length === 1 && /^\d+$/.test(lengths[0]!) ? 'length' : null
}

function foreignCookies(value: string, names: readonly string[]): string | null {
  if (!names.some((name) => value.includes(name))) return value
  const kept = value.split(';').filter((one) => !names.includes(one.split('=')[0]!.trim()))
  return kept.join(';').trim() || null
}

/** The player's own, without hop-by-hop headers and the platform's session, with the true address and scheme. */
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

/** Removes Domain, because the cookie would reach the other instances. */
const hostOnly = (cookie: string): string =>
  cookie
    .split(';')
    .filter((part, n) => n === 0 || part.split('=')[0]!.trim().toLowerCase() !== 'domain')
    .join(';')

/** The response headers that a player gets. `withoutLength`: the status allows no body. */
export function responseHeaders(
  headers: RawHeaders,
  { withoutLength = false }: { withoutLength?: boolean } = {}
): RawHeaders {
  const kept: RawHeaders = []
  for (const [name, value, plain] of endToEnd(headers)) {
    if (withoutLength && plain === 'content-length') continue
    kept.push(name, plain === 'set-cookie' ? hostOnly(value) : value)
  }
  return kept
}

/** Drops trailers that decide how a message is read or routed. */
export const trailerPairs = (trailers: RawHeaders): [string, string][] =>
  [...pairs(trailers)].filter(([name]) => {
    const plain = name.toLowerCase()
    return (
      !HOP.has(plain) && !NEEDED.has(plain) && !OURS.has(plain.replaceAll('_', '-')) && !SPOKEN.has(plain)
    )
  })

/** Would bypass the checks of headers. */
const SPOKEN = new Set(['cookie', 'set-cookie'])
