import type { Readable } from 'node:stream'
import yauzl from 'yauzl'
import { UserError } from '~/scripts/shared/output'
import { fileEntry, MANIFEST, type Manifest, manifest, tableEntry } from '~/server/backup'

export interface Archive {
  manifest: Manifest
  stream(entry: string): Promise<Readable>
  close(): void
}

const damaged = () => new UserError('The archive is damaged or not a backup; nothing was changed.')

/** Opens an archive. @throws UserError when the file is no archive, or has an entry that no backup writes */
export async function openArchive(path: string): Promise<Archive> {
  const zip = await new Promise<yauzl.ZipFile>((done, fail) =>
    yauzl.open(path, { lazyEntries: true, autoClose: false }, (error, opened) =>
      error ? fail(error) : done(opened!)
    )
  ).catch((error: NodeJS.ErrnoException) => {
    throw error.code ? new UserError(`${path} cannot be read (${error.code}).`) : damaged()
  })
  try {
    const entries = new Map<string, yauzl.Entry>()
    await new Promise<void>((done, fail) => {
      zip.on('entry', (entry: yauzl.Entry) => {
        entries.set(entry.fileName, entry)
        zip.readEntry()
      })
      zip.on('end', done)
      zip.on('error', fail)
      zip.readEntry()
    })
    const stream = (entry: string) =>
      new Promise<Readable>((done, fail) => {
        const found = entries.get(entry)
        if (!found) return fail(damaged())
        zip.openReadStream(found, (error, content) => (error ? fail(damaged()) : done(content!)))
      })
    const chunks: Buffer[] = []
    for await (const chunk of await stream(MANIFEST)) chunks.push(chunk as Buffer)
    const read = manifest.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')))
    const known = [MANIFEST, ...read.tables.map((one) => tableEntry(one.name)), ...read.files.map(fileEntry)]
    if (known.length !== entries.size || known.some((entry) => !entries.has(entry))) throw damaged()
    return { manifest: read, stream, close: () => zip.close() }
  } catch {
    zip.close()
    throw damaged()
  }
}
