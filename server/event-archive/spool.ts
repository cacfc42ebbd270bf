import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { Assets } from '~/server/assets'
import type { ZipPart } from '~/server/assets/contract'
import { EVERYTHING_LIMITS, type ManifestEntry } from './contract'

/** An entry of an archive, made from the database. */
export interface Entry {
  path: string
  /** A description for README.txt. */
  about: string
  /** `count` is told of records as they come; never called for an entry that has none to count. */
  content(count: (records: number) => void): AsyncIterable<string | Uint8Array>
}

type SpooledEntry = ManifestEntry & { about: string }

/** Entries in a temporary file that has no name any more, so that nothing of it outlasts the process. */
export interface Spool {
  entries: SpooledEntry[]
  parts: ZipPart[]
  close(): Promise<void>
}

/** Bytes that are in memory at a time. */
const CHUNK = 65_536

/** Reads part of a file on demand. Read streams are not used, because each would add a listener to the shared handle. */
async function* partOf(file: FileHandle, from: number, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; ) {
    const length = Math.min(CHUNK, size - at)
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, from + at)
    if (bytesRead === 0) throw new Error('A temporary file is shorter than it was written')
    yield buffer.subarray(0, bytesRead)
    at += bytesRead
  }
}

/**
 * Writes entries into one temporary file, one after the other, so that a slow reader of the archive holds no connection of
 * the pool. @param check is called for every chunk; what it throws ends the writing
 */
export async function spoolEntries(
  assets: Pick<Assets, 'receive' | 'discard'>,
  entries: readonly Entry[],
  check: () => void
): Promise<Spool> {
  const written: (SpooledEntry & { from: number })[] = []
  let at = 0

  async function* all(): AsyncGenerator<Uint8Array> {
    for (const { path, about, content } of entries) {
      const from = at
      const digest = createHash('sha256')
      let records: number | null = null
      const count = (more: number) => {
        records = (records ?? 0) + more
      }
      for await (const chunk of content(count)) {
        check()
        const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
        digest.update(bytes)
        at += bytes.length
        if (bytes.length > 0) yield bytes
      }
      written.push({ path, about, from, size: at - from, sha256: digest.digest('hex'), records })
    }
  }

  const { path } = await assets.receive(all(), EVERYTHING_LIMITS.lists)
  const file = await open(path, 'r').finally(() => assets.discard(path))
  return {
    entries: written.map(({ from: _, ...entry }) => entry),
    parts: written.map(({ path, size, from }) => ({
      path,
      read: () => Readable.from(partOf(file, from, size), { objectMode: false })
    })),
    close: () => file.close()
  }
}
