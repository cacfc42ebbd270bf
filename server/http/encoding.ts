import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { acceptedEncoding, type Encoding } from '~/server/platform/encoding'

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

/** What fits into one packet is not worth it. */
const SMALL = 860

/** The encoding in which a text of this type and size goes to the client; null = as it is. */
export function encodingFor(req: IncomingMessage, type: string, size: number): Encoding | null {
  if (size < SMALL || !/^text\/|json|javascript|svg/.test(type)) return null
  return acceptedEncoding(req.headers['accept-encoding'])
}

export const compress = (encoding: Encoding, text: Buffer): Promise<Buffer> =>
  encoding === 'br'
    ? brotli(text, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } })
    : gzip(text, { level: 5 })
