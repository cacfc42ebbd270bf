import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** A file of an archive. */
export interface ArchiveEntry {
  /** On the disk. */
  source: string
  /** In the archive. */
  path: string
  /** Bytes of it that count: what is still being written may have more. */
  size: number
  at: Date
}

/**
 * Packs files as they come, a page of them at a time, so that any number takes the same memory. What is gone by then is
 * empty. Not compressed: that would keep a core busy for minutes while a game runs.
 */
export function archive(pages: AsyncIterable<ArchiveEntry[]>): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  let current: Readable | null = null
  let leave: (error: Error) => void = () => {}

  const begin = async ({ source, size }: ArchiveEntry): Promise<Readable> => {
    const handle = await open(source).catch(() => null)
    if (!handle) return Readable.from([])
    if (!output.destroyed) return beginning(handle, size)
    await handle.close()
    throw unread()
  }
  const add = (entry: ArchiveEntry, begun: () => void) =>
    zip.addReadStreamLazy(entry.path, { mtime: entry.at, compress: false }, (give) => {
      begun()
      begin(entry).then(
        (stream) => {
          current = stream
          give(null, stream)
        },
        (error) => give(error, Readable.from([]))
      )
    })
  const fill = async () => {
    for await (const entries of pages) {
      if (output.destroyed) return
      await new Promise<void>((resolve, reject) => {
        leave = reject
        const last = entries.at(-1)
        if (!last) return resolve()
        for (const entry of entries) add(entry, entry === last ? resolve : () => {})
      })
    }
    zip.end()
  }

  zip.on('error', (error: Error) => output.destroy(error))
  output.once('close', () => {
    current?.destroy()
    leave(unread())
  })
  fill().catch((error: Error) => output.destroy(error))
  return output
}

const unread = () => new Error('nobody reads the archive')

/** The first bytes of a file, at least one; closes it. */
export const beginning = (handle: FileHandle, size: number): Readable =>
  handle.createReadStream({ start: 0, end: size - 1 })
