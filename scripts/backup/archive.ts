import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import yauzl from 'yauzl'
import yazl from 'yazl'
import { z } from 'zod'
import { UserError } from '~/scripts/event/output'

const hash = z.string().regex(/^[0-9a-f]{64}$/)
const name = z.string().regex(/^[a-z_]{1,63}$/)

const manifest = z.strictObject({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.string()),
  tables: z.array(z.strictObject({ name, columns: z.array(name), rows: z.int().min(0), sha256: hash })),
  sequences: z.array(z.strictObject({ name, value: z.int().min(1) })),
  files: z.array(hash),
  missing: z.array(hash),
  secret: hash
})
/** What an archive holds; the last entry that is written, and the first that is read. */
export type Manifest = z.infer<typeof manifest>

export const MANIFEST = 'manifest.json'
export const tableEntry = (table: string) => `tables/${table}`
export const fileEntry = (hash: string) => `files/${hash}`

/** The bytes of a stream, counted into a hash on their way. */
export async function* hashed(source: AsyncIterable<Buffer>, digest = createHash('sha256')) {
  for await (const chunk of source) {
    digest.update(chunk)
    yield chunk
  }
}

/** Adds one entry and waits until all of it is in the archive. */
export type Add = (entry: string, content: Readable) => Promise<void>

/** Writes an archive beside `path`; it gets its name when it is whole and on the disk. */
export async function writeArchive(
  path: string,
  fill: (add: Add) => Promise<Manifest>,
  signal: AbortSignal
): Promise<void> {
  const part = `${path}.part`
  const zip = new yazl.ZipFile()
  const out = createWriteStream(part, { mode: 0o600, flags: 'wx', signal })
  const written = finished(out)
  written.catch(() => {})
  zip.outputStream.pipe(out)
  try {
    await Promise.race([once(out, 'open'), written])
    const add: Add = async (entry, content) => {
      const read = finished(content, { signal })
      zip.addReadStream(content, entry, { compressionLevel: 6 })
      await Promise.race([read, written])
    }
    const told = await fill(add)
    zip.addBuffer(Buffer.from(JSON.stringify(told)), MANIFEST)
    zip.end()
    await written
    const file = await open(part, 'r')
    await file.sync().finally(() => file.close())
    await rename(part, path)
  } catch (error) {
    out.destroy()
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(part, { force: true })
    throw error
  }
}

/** An archive whose entries are known. */
export interface Archive {
  manifest: Manifest
  stream(entry: string): Promise<Readable>
  close(): void
}

const damaged = () => new UserError('The archive is damaged or not a backup; nothing was changed.')

/** Opens an archive. @throws UserError when it is none, or holds what no backup holds */
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
