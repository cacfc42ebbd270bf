import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const COMPRESSED = /\.(?:js|css|svg|json|txt)$/
/** Smaller files fit into one packet without compression. */
const SMALL = 860

/**
 * Writes a brotli and a gzip copy of every text file for the file server. The build must be complete: Remix copies style
 * sheets at its very end. @param {string} folder
 */
export function precompress(folder) {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!COMPRESSED.test(name)) continue
    const path = join(folder, name)
    const text = readFileSync(path)
    if (text.length < SMALL) continue
    writeFileSync(`${path}.br`, brotliCompressSync(text))
    writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }))
  }
}
