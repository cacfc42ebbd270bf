import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import yazl from 'yazl'
import { z } from 'zod'
import { SHA256_HEX } from '~/server/platform/sha256'

const hash = z.string().regex(SHA256_HEX)
const name = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/)

export const manifest = z.strictObject({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.string()),
  tables: z.array(z.strictObject({ name, columns: z.array(name), rows: z.int().min(0), sha256: hash })),
  sequences: z.array(z.strictObject({ name, value: z.int().min(1) })),
  files: z.array(hash),
  missing: z.array(hash),
  secret: hash
})
/** Written last, read first. */
export type Manifest = z.infer<typeof manifest>

export const MANIFEST = 'manifest.json'
export const tableEntry = (table: string) => `tables/${table}`
export const fileEntry = (hash: string) => `files/${hash}`

/** Passes the chunks on; the caller asks its own `digest` once the source has ended. */
export async function* hashWhileReading(source: AsyncIterable<Buffer>, digest = createHash('sha256')) {
  for await (const chunk of source) {
    digest.update(chunk)
    yield chunk
  }
}

export type Add = (entry: string, content: Readable) => Promise<void>

/** Resolves when the archive is safe; leaves nothing when it rejects. */
export type Store = (content: Readable, signal: AbortSignal) => Promise<void>

/**
 * `fill` adds the contents one after the other and returns the manifest, which is written last. Rejects, and ends the
 * stream with an error, when a content, the store or the signal does: what is stored until then is no archive.
 */
export async function writeArchive(
  store: Store,
  fill: (add: Add) => Promise<Manifest>,
  signal: AbortSignal
): Promise<Manifest> {
  const zip = new yazl.ZipFile()
  const content = zip.outputStream as Readable
  // Errors without a reader must not end the process.
  content.on('error', () => {})
  // An unreadable content fails the archive, not the process.
  zip.on('error', (error: Error) => content.destroy(error))
  const written = store(content, signal)
  written.catch(() => {})
  try {
    const add: Add = async (entry, source) => {
      // It may break later, when the archive was given up and nobody reads it.
      source.on('error', () => {})
      const read = finished(source, { signal })
      read.catch(() => {})
      zip.addReadStream(source, entry, { compressionLevel: 6 })
      await Promise.race([read, written])
    }
    const manifest = await fill(add)
    zip.addBuffer(Buffer.from(JSON.stringify(manifest)), MANIFEST)
    zip.end()
    await written
    return manifest
  } catch (error) {
    content.destroy(error as Error)
    await written.catch(() => {})
    throw error
  }
}
