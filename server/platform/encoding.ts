/** How a body may be packed for the way. */
export type Encoding = 'br' | 'gzip'

/** Named, and not with the weight nought, which forbids it (RFC 9110, Accept-Encoding). */
const takes = (name: Encoding) => new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`)
const BROTLI = takes('br')
const GZIP = takes('gzip')

/** True when the client takes this very encoding, by its `Accept-Encoding`. */
export const takesGzip = (header: string | null | undefined): boolean => GZIP.test(header ?? '')

/** The best encoding that a client takes, by its `Accept-Encoding`; null = as it is. */
export function acceptedEncoding(header: string | null | undefined): Encoding | null {
  if (!header) return null
  if (BROTLI.test(header)) return 'br'
  return GZIP.test(header) ? 'gzip' : null
}
