import { pipeline, type Readable, Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { type AppError, isAppError } from '~/server/platform/errors'
import { TRANSFER_LIMITS } from '../contract'
import { resolveLinks } from '../plan/links'
import { archiveFault } from '../report-lines'
import { createTally, type Source } from './source'

const KIND = 0o170_000
const FOLDER = 0o040_000
const REGULAR = 0o100_000
const LINK = 0o120_000
const STORED = 0
const DEFLATED = 8

const kindOf = ({ externalFileAttributes }: Entry) => (externalFileAttributes >>> 16) & KIND

function checkName(name: string): void {
  const parts = name.replace(/\/$/, '').split('/')
  const strange = parts.some((part) => part === '' || part === '.' || part === '..')
  if (strange || name.length > TRANSFER_LIMITS.path || /\p{Cc}|^[a-z]:/iu.test(name))
    throw archiveFault('unsafe_name', { name })
}

/** Some packers begin names with `./`. */
const nameOf = ({ fileName }: Entry) => fileName.replace(/^(\.\/)+/, '')

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

/** Reads the whole list first; contents follow when needed. */
async function listed(zip: ZipFile) {
  const entries = new Map<string, Entry>()
  const links = new Map<string, Entry>()
  const tally = createTally(zip.fileSize)
  tally.entries(zip.entryCount)
  const taken = new Map<string, 'file' | 'folder' | 'link'>()
  let packed = 0
  for await (const entry of zip.eachEntry()) {
    tally.entry()
    const name = nameOf(entry)
    if (name === '') continue
    const kind = checkEntry(entry, name)
    const key = name.replace(/\/$/, '').normalize('NFC')
    // A repeated folder has no content.
    if (taken.has(key) && !(kind === 'folder' && taken.get(key) === kind))
      throw archiveFault('duplicate', { name })
    taken.set(key, kind)
    if (kind === 'link') links.set(key, entry)
    if (kind !== 'file') continue
    tally.file(name, entry.uncompressedSize)
    // Counted per entry: entries that share their bytes are another form of bomb.
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

/** Fails at the end when the checksum differs, which the library does not check. */
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

function toFault(error: unknown): AppError {
  if (isAppError(error)) return error
  const { message } = error as Error
  if (/relative path|absolute path|invalid characters/.test(message))
    return archiveFault('unsafe_name', { name: message.split(': ').at(-1)! })
  if (/signature not found|not a zip|too short|end of central/i.test(message)) return archiveFault('not_zip')
  return archiveFault('damaged', { reason: message })
}

/** Never unpacks to paths from the ZIP. @throws AppError `archive.*` for an untrustworthy list */
export async function openZip(path: string): Promise<Source> {
  let zip: ZipFile | undefined
  try {
    // Not strict: backslashes of Windows packers are read as slashes, then checked.
    zip = await openPromise(path, { lazyEntries: true, autoClose: false, strictFileNames: false })
    const { entries, links, tally } = await listed(zip)
    const reader = zip
    const sizes = new Map([...entries].map(([name, { uncompressedSize }]) => [name, uncompressedSize]))
    const { files, real } = resolveLinks(sizes, await targetsOf(zip, links), tally.entry)
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
