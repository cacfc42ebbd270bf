import { pipeline, type Readable, Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { type AppError, isAppError } from '~/server/platform/errors'
import { TRANSFER_LIMITS } from './contract'
import { archiveFault } from './lines'
import { followed } from './links'
import { createTally, type Source } from './source'

const KIND = 0o170_000
const FOLDER = 0o040_000
const REGULAR = 0o100_000
const LINK = 0o120_000
const STORED = 0
const DEFLATED = 8

/** The Unix kind of an entry; 0 where the ZIP says none. */
const kindOf = ({ externalFileAttributes }: Entry) => (externalFileAttributes >>> 16) & KIND

/** @throws AppError for what no honest archive holds */
function checkName(name: string): void {
  const parts = name.replace(/\/$/, '').split('/')
  const strange = parts.some((part) => part === '' || part === '.' || part === '..')
  if (strange || name.length > TRANSFER_LIMITS.path || /\p{Cc}|^[a-z]:/iu.test(name))
    throw archiveFault('unsafe_name', { name })
}

/** Some packers begin every name with the folder they stand in. */
const nameOf = ({ fileName }: Entry) => fileName.replace(/^(\.\/)+/, '')

/** One entry of the list. @throws AppError */
function checkEntry(entry: Entry, name: string): 'file' | 'folder' | 'link' {
  checkName(name)
  if (entry.isEncrypted()) throw archiveFault('encrypted', { name })
  const kind = kindOf(entry)
  if (kind === LINK) return 'link'
  if (name.endsWith('/') || kind === FOLDER) return 'folder'
  if (kind !== 0 && kind !== REGULAR) throw archiveFault('unsafe_name', { name })
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED)
    throw archiveFault('method', { name })
  return 'file'
}

/** Reads the whole list before anything else; contents are read where they are needed. */
async function listed(zip: ZipFile) {
  const entries = new Map<string, Entry>()
  const links = new Map<string, Entry>()
  const tally = createTally(zip.fileSize)
  const taken = new Map<string, 'file' | 'folder' | 'link'>()
  let packed = 0
  for await (const entry of zip.eachEntry()) {
    tally.entry()
    const name = nameOf(entry)
    if (name === '') continue
    const kind = checkEntry(entry, name)
    const key = name.replace(/\/$/, '').normalize('NFC')
    // A folder may be named again; it has no content.
    if (taken.has(key) && !(kind === 'folder' && taken.get(key) === kind))
      throw archiveFault('duplicate', { name })
    taken.set(key, kind)
    if (kind === 'link') links.set(key, entry)
    if (kind !== 'file') continue
    tally.file(name, entry.uncompressedSize)
    // Entries that share their bytes: the other way to build a bomb.
    packed += entry.compressedSize
    if (packed > zip.fileSize) throw archiveFault('bomb', { name })
    entries.set(key, entry)
  }
  for (const path of taken.keys())
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1))
      if (entries.has(path.slice(0, at)) || links.has(path.slice(0, at)))
        throw archiveFault('duplicate', { name: path.slice(0, at) })
  return { entries, links, tally }
}

/** The content as it is read; its end is the fault if it is not what was packed, which the reader does not look at. */
function summed(content: Readable, { fileName, crc32: packed }: Entry): Readable {
  let sum = 0
  const check = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sum = crc32(chunk, sum)
      done(null, chunk)
    },
    flush(done) {
      done(sum === packed ? null : archiveFault('damaged', { reason: `CRC-32: ${fileName}` }))
    }
  })
  return pipeline(content, check, () => {})
}

/** Where links lead, by their paths; one whose target is too long, or packed in an unknown way, leads nowhere. */
async function targetsOf(zip: ZipFile, links: Map<string, Entry>): Promise<Map<string, string>> {
  const targets = new Map<string, string>()
  for (const [path, entry] of links) {
    const { uncompressedSize: size, compressionMethod: method } = entry
    const readable = size <= TRANSFER_LIMITS.path && (method === STORED || method === DEFLATED)
    const content = readable && (await buffer(summed(await zip.openReadStreamPromise(entry), entry)))
    targets.set(path, content ? content.toString('utf8') : '')
  }
  return targets
}

/** What the reader of ZIPs complains about, as one of our faults. */
function toFault(error: unknown): AppError {
  if (isAppError(error)) return error
  const { message } = error as Error
  if (/relative path|absolute path|invalid characters/.test(message))
    return archiveFault('unsafe_name', { name: message.split(': ').at(-1)! })
  if (/signature not found|not a zip|too short|end of central/i.test(message)) return archiveFault('not_zip')
  return archiveFault('damaged', { reason: message })
}

/**
 * Opens a ZIP and reads its list. Nothing is unpacked to paths of its choosing.
 * @throws AppError `archive.*` for a list that is not to be trusted
 */
export async function openZip(path: string): Promise<Source> {
  let zip: ZipFile | undefined
  try {
    // Not strict: some packers of Windows write backslashes, which are read as slashes, and then checked.
    zip = await openPromise(path, { lazyEntries: true, autoClose: false, strictFileNames: false })
    const { entries, links, tally } = await listed(zip)
    const reader = zip
    const sizes = new Map([...entries].map(([name, { uncompressedSize }]) => [name, uncompressedSize]))
    const { files, real } = followed(sizes, await targetsOf(zip, links), tally.entry)
    return {
      files,
      links: new Set(links.keys()),
      real,
      async open(name) {
        const entry = entries.get(real(name))!
        try {
          return summed(await reader.openReadStreamPromise(entry), entry)
        } catch (error) {
          throw toFault(error)
        }
      },
      close: async () => reader.close()
    }
  } catch (error) {
    zip?.close()
    throw toFault(error)
  }
}
