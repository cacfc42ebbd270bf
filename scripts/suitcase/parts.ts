import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { type Entry, openPromise, type ZipFile as ReadZip } from 'yauzl'
import { ZipFile } from 'yazl'
import { UserError } from '~/scripts/shared/output'
import type { SuitcaseManifest } from '~/server/suitcases/contract'

export const MANIFEST = 'suitcase.json'
export const SIGNATURE = 'suitcase.sig'
export const README = 'README.txt'
export const GAME = 'game.zip'
export const PEOPLE = 'people.json'
export const IMAGES = 'images.tar'
const NAMES = [README, GAME, PEOPLE, IMAGES, MANIFEST, SIGNATURE]

type FileSum = SuitcaseManifest['files'][number]

/** Counts and hashes what goes through. */
export async function* summed(content: AsyncIterable<Buffer>, done: (sum: Omit<FileSum, 'name'>) => void) {
  const digest = createHash('sha256')
  let bytes = 0
  for await (const chunk of content) {
    digest.update(chunk)
    bytes += chunk.length
    yield chunk
  }
  done({ bytes, sha256: digest.digest('hex') })
}

/** Writes a file beside its place, so that only a complete one appears. @throws UserError when it cannot be written */
export async function writeWhole(path: string, content: Readable, signal: AbortSignal): Promise<void> {
  const part = `${path}.part`
  try {
    await pipeline(content, createWriteStream(part, { mode: 0o600 }), { signal })
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    const { code } = error as NodeJS.ErrnoException
    throw code && /^E[A-Z]+$/.test(code) ? new UserError(`${path} cannot be written (${code}).`) : error
  }
}

/** Parts in their order, each made once the one before was written. */
export interface Part {
  name: string
  open(): Promise<Readable>
}

/** A ZIP of the parts, and then of what `end` makes of their checksums. */
export function zipOf(
  parts: readonly Part[],
  end: (sums: FileSum[]) => Promise<{ name: string; content: Buffer }[]>
): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const fail = (error: Error) => void output.destroy(error)
  const sums: FileSum[] = []
  const add = async (part: Part) => {
    const content = await part.open()
    await new Promise<void>((resolve, reject) => {
      const counted = summed(content, (sum) => {
        sums.push({ name: part.name, ...sum })
        resolve()
      })
      const stream = Readable.from(counted, { objectMode: false }).on('error', reject)
      output.once('close', () => content.destroy())
      zip.addReadStream(stream, part.name)
    })
  }
  const all = async () => {
    for (const part of parts) await add(part)
    for (const { name, content } of await end(sums)) zip.addBuffer(content, name)
    zip.end()
  }
  zip.on('error', fail)
  all().catch(fail)
  return output
}

export interface OpenSuitcase {
  names: ReadonlySet<string>
  /** A small part as a whole. @throws UserError for a missing one, or more than `most` bytes */
  read(name: string, most: number): Promise<Buffer>
  open(name: string): Promise<Readable>
  /** @throws UserError for a part that is missing or is not as it was packed */
  check(file: FileSum): Promise<void>
  close(): void
}

const damaged = (path: string, why: string) => new UserError(`${path} is damaged or incomplete: ${why}.`)

async function entriesOf(zip: ReadZip, path: string): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    const { fileName: name } = entry
    if (!NAMES.includes(name) || entries.has(name) || entry.isEncrypted())
      throw damaged(path, `it holds ${JSON.stringify(name.slice(0, 100))}`)
    entries.set(name, entry)
  }
  return entries
}

/** @throws UserError for a file that is not a suitcase */
export async function openSuitcase(path: string): Promise<OpenSuitcase> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch((error: Error) => {
    throw (error as NodeJS.ErrnoException).code === 'ENOENT'
      ? new UserError(`There is no file ${path}.`)
      : damaged(path, error.message)
  })
  const entries = await entriesOf(zip, path).catch((error: Error) => {
    zip.close()
    throw error instanceof UserError ? error : damaged(path, error.message)
  })
  const entryOf = (name: string) => {
    const entry = entries.get(name)
    if (!entry) throw damaged(path, `${name} is missing`)
    return entry
  }
  const open = (name: string) => zip.openReadStreamPromise(entryOf(name))
  return {
    names: new Set(entries.keys()),
    async read(name, most) {
      if (entryOf(name).uncompressedSize > most) throw damaged(path, `${name} is too large`)
      return buffer(await open(name)).catch((error: Error) => {
        throw damaged(path, error.message)
      })
    },
    open,
    async check({ name, bytes, sha256 }) {
      if (entryOf(name).uncompressedSize !== bytes) throw damaged(path, `${name} has another size`)
      let found = ''
      const sum = summed((await open(name)) as AsyncIterable<Buffer>, (one) => {
        found = one.sha256
      })
      try {
        for await (const _ of sum);
      } catch (error) {
        throw damaged(path, (error as Error).message)
      }
      if (found !== sha256) throw damaged(path, `${name} has another checksum`)
    },
    close: () => zip.close()
  }
}
