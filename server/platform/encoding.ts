export type Encoding = 'br' | 'gzip'

/** Named, and without the weight 0, which forbids it (RFC 9110, Accept-Encoding). */
const takes = (name: Encoding) => new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`)
const BROTLI = takes('br')
const GZIP = takes('gzip')

/** By an Accept-Encoding header. */
export const takesGzip = (header: string | null | undefined): boolean => GZIP.test(header ?? '')

/** Best encoding of an `Accept-Encoding`; null = none. */
export function acceptedEncoding(header: string | null | undefined): Encoding | null {
  if (!header) return null
  if (BROTLI.test(header)) return 'br'
  return GZIP.test(header) ? 'gzip' : null
}
