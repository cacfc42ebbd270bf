import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { acceptedEncoding, type Encoding } from '~/server/platform/encoding'

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

/** A smaller text fits into one packet. */
const SMALL = 860

/** Null: send the text uncompressed. */
export function encodingFor(req: IncomingMessage, type: string, size: number): Encoding | null {
  if (size < SMALL || !/^text\/|json|javascript|svg/.test(type)) return null
  return acceptedEncoding(req.headers['accept-encoding'])
}

/** A smaller text compresses faster than a thread takes it over. */
const MAX_SYNC_BYTES = 256 * 1024

/** `many`: several clients get the same bytes, so more effort pays. */
export type Effort = 'one' | 'many'

const QUALITY: Record<Effort, { br: number; gzip: number }> = {
  one: { br: 1, gzip: 1 },
  many: { br: 4, gzip: 5 }
}

/** Small texts are compressed at once, larger ones on a thread. */
export async function compress(encoding: Encoding, text: Buffer, effort: Effort): Promise<Buffer> {
  const quality = QUALITY[effort]
  if (encoding === 'gzip') {
    const options = { level: quality.gzip }
    return text.length <= MAX_SYNC_BYTES ? zlib.gzipSync(text, options) : gzip(text, options)
  }
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = zlib.constants
  const params = { [BROTLI_PARAM_QUALITY]: quality.br, [BROTLI_PARAM_SIZE_HINT]: text.length }
  return text.length <= MAX_SYNC_BYTES ? zlib.brotliCompressSync(text, { params }) : brotli(text, { params })
}
