import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

export interface ArchiveEntry {
  open(): Promise<Readable | null>
  path: string
  at: Date
}

/** Streams in constant memory; deleted files are empty. Not compressed, which would block a core for minutes. */
export function archive(pages: AsyncIterable<ArchiveEntry[]>): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  let current: Readable | null = null
  let leave: (error: Error) => void = () => {}

  const begin = async ({ open }: ArchiveEntry): Promise<Readable> => {
    const content = await open()
    if (!content) return Readable.from([])
    if (!output.destroyed) return content
    content.destroy()
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
