import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { acceptedEncoding, type Encoding } from '~/server/platform/encoding'

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

/** Smaller texts fit into one packet and are not compressed. */
const SMALL = 860

/** The encoding in which a text of this type and size goes to the client; null = as it is. */
export function encodingFor(req: IncomingMessage, type: string, size: number): Encoding | null {
  if (size < SMALL || !/^text\/|json|javascript|svg/.test(type)) return null
  return acceptedEncoding(req.headers['accept-encoding'])
}

/** Up to this size compressing takes less time than handing the work to another thread. */
const AT_ONCE = 256 * 1024

/** Compression effort: for one reader, or for many who get the same bytes. */
export type Effort = 'one' | 'many'

const QUALITY: Record<Effort, { br: number; gzip: number }> = {
  one: { br: 1, gzip: 1 },
  many: { br: 4, gzip: 5 }
}

/** The text in that encoding. Short ones keep the event loop for a fraction of a millisecond, long ones not at all. */
export async function compress(encoding: Encoding, text: Buffer, effort: Effort): Promise<Buffer> {
  const quality = QUALITY[effort]
  if (encoding === 'gzip') {
    const options = { level: quality.gzip }
    return text.length <= AT_ONCE ? zlib.gzipSync(text, options) : gzip(text, options)
  }
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = zlib.constants
  const params = { [BROTLI_PARAM_QUALITY]: quality.br, [BROTLI_PARAM_SIZE_HINT]: text.length }
  return text.length <= AT_ONCE ? zlib.brotliCompressSync(text, { params }) : brotli(text, { params })
}
