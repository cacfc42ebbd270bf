import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Assets } from '~/server/assets'

/** A file of an archive. */
export interface Entry {
  hash: string
  /** Path inside the archive. */
  path: string
  at: Date
}

/** Opens files one after the other as the archive comes to them; one that is gone by then is empty in it. */
export function archive(assets: Pick<Assets, 'open'>, entries: Entry[]): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  let current: Readable | null = null
  const open = async (hash: string) => {
    const file = await assets.open(hash)
    if (!file) return Readable.from([])
    if (!output.destroyed) return file.stream()
    await file.close()
    throw new Error('nobody reads the archive')
  }
  // PDFs are compressed already.
  for (const { hash, path, at } of entries)
    zip.addReadStreamLazy(path, { mtime: at, compress: false }, (give) => {
      open(hash).then(
        (stream) => {
          current = stream
          give(null, stream)
        },
        (error) => give(error, Readable.from([]))
      )
    })
  zip.on('error', (error: Error) => output.destroy(error))
  output.once('close', () => current?.destroy())
  zip.end()
  return output
}
