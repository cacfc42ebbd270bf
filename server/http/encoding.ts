import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressors = {
  br: (text: Buffer) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text: Buffer) => promisify(gzip)(text, { level: 5 })
}
export type Encoding = keyof typeof compressors

/** What fits into one packet is not worth it. */
const SMALL = 860

/** The encoding in which a text of this type and size goes to the client; null = as it is. */
export function encodingFor(req: IncomingMessage, type: string, size: number): Encoding | null {
  if (size < SMALL || !/^text\/|json|javascript|svg/.test(type)) return null
  const accepted = req.headers['accept-encoding'] ?? ''
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : null
}

export const compress = (encoding: Encoding, text: Buffer): Promise<Buffer> => compressors[encoding](text)
