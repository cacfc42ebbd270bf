import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { notFound } from '~/server/platform/errors'
import type { ZipPart } from './contract'
import type { Storage } from './storage'

/**
 * Makes a ZIP, opening one file at a time. A missing content is an error of the stream, so that nobody keeps an incomplete file.
 */
export function zipOf(storage: Pick<Storage, 'open'>, parts: Iterable<ZipPart>, mtime: Date): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const left = parts[Symbol.iterator]()
  let current: Readable | null = null

  const open = async (hash: string) => {
    const file = await storage.open(hash)
    if (!file) throw notFound('file.not_found')
    if (!output.destroyed) return file.stream()
    await file.close()
    throw new Error('nobody reads the archive')
  }
  const contentOf = async (part: ZipPart) => {
    if ('make' in part) return Readable.from([Buffer.from(part.make())])
    return 'read' in part ? part.read() : open(part.hash)
  }

  const next = () => {
    const { value, done } = left.next()
    if (done) return zip.end()
    zip.addReadStreamLazy(value.path, { mtime }, (give) => {
      contentOf(value)
        .then((stream) => {
          current = stream.on('error', (error) => output.destroy(error))
          next()
          give(null, stream)
        })
        .catch((error) => give(error, Readable.from([])))
    })
  }
  zip.on('error', (error: Error) => output.destroy(error))
  // Who reads it later finds the error then; without a listener until then it would end the process.
  output.on('error', () => {})
  output.once('close', () => current?.destroy())
  next()
  return output
}
