import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Assets } from '~/server/assets'

export interface Entry {
  hash: string
  path: string
  at: Date
}

/** Opens one file at a time; a deleted one is empty. */
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
