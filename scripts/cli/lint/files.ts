import { posix } from 'node:path'
import { fromBufferPromise } from 'yauzl'
import type { Source } from '~/server/transfer/archive/source'
import type { PlannedChallenge, PlannedContent } from '~/server/transfer/plan/plan'
import { contentsOf } from '../tree'
import type { Finding } from './rules'

/** Bytes of one file, or of one entry of a ZIP, that are looked through; more is not. */
const MAX_BYTES = 256 * 1024 * 1024
/** Entries of one ZIP. */
const MAX_ENTRIES = 10_000
/** Bytes of a picture that every player loads. */
const LARGE_PICTURE = 1024 * 1024
const PICTURE = /\.(png|jpe?g|gif|webp|avif|bmp|svg)$/i

/** A flag as files hold it: UTF-8, and UTF-16 as Windows writes texts. */
const needlesOf = (flags: string[]) =>
  flags.flatMap((flag) => [Buffer.from(flag), Buffer.from(flag, 'utf16le')].map((bytes) => ({ flag, bytes })))
type Needle = ReturnType<typeof needlesOf>[number]

/** Flags that a stream holds, also where two chunks meet. */
async function searched(stream: AsyncIterable<unknown> | Buffer[], needles: Needle[]): Promise<Set<string>> {
  const longest = Math.max(...needles.map(({ bytes }) => bytes.length))
  const found = new Set<string>()
  let rest = Buffer.alloc(0)
  let seen = 0
  for await (const chunk of stream) {
    const bytes = Buffer.concat([rest, chunk as Buffer])
    for (const needle of needles) if (bytes.includes(needle.bytes)) found.add(needle.flag)
    seen += (chunk as Buffer).length
    if (seen > MAX_BYTES) break
    rest = bytes.subarray(Math.max(0, bytes.length - longest + 1))
  }
  return found
}

async function bytesOf(stream: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Flags in the entries of a ZIP; one that is encrypted or broken holds none that anybody could read here. */
async function searchedZip(content: Buffer, needles: Needle[]): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>()
  try {
    const zip = await fromBufferPromise(content)
    let entries = 0
    for await (const entry of zip.eachEntry()) {
      if (++entries > MAX_ENTRIES) break
      if (entry.isEncrypted() || entry.fileName.endsWith('/')) continue
      const flags = await searched(await zip.openReadStreamPromise(entry), needles)
      if (flags.size > 0) found.set(entry.fileName, flags)
    }
  } catch {
    return found
  }
  return found
}

/** Files of the tree that players get, and texts that the challenge's own file puts into an archive. */
function handed(content: PlannedContent): { name: string; path: string | null; text: string }[] {
  if ('path' in content) return [{ name: posix.basename(content.path), path: content.path, text: '' }]
  return content.zip.map((one) =>
    'path' in one
      ? { name: one.as, path: one.path, text: '' }
      : { name: one.as, path: null, text: Buffer.from(one.text, one.encoding).toString() }
  )
}

async function flagsIn(source: Source, one: ReturnType<typeof handed>[number], needles: Needle[]) {
  const { path, name, text } = one
  if (path === null) return new Map([[name, await searched([Buffer.from(text)], needles)]])
  const found = new Map([[name, await searched(await source.open(path), needles)]])
  const size = source.files.get(path) ?? 0
  if (!/\.(zip|jar|apk|docx|xlsx|pptx)$/i.test(name) || size > MAX_BYTES) return found
  for (const [entry, flags] of await searchedZip(await bytesOf(await source.open(path)), needles))
    found.set(`${name}/${entry}`, flags)
  return found
}

/** Flags that can be read in what players get, also inside a ZIP. Flags that are made for each team are in no file. */
export async function flagInFile(source: Source, challenge: PlannedChallenge): Promise<Finding[]> {
  const needles = needlesOf(challenge.flags.map(({ flag }) => flag.trim()))
  if (needles.length === 0) return []
  const findings: Finding[] = []
  for (const one of contentsOf({ challenges: [challenge] }).flatMap(handed))
    for (const [place, flags] of await flagsIn(source, one, needles))
      for (const flag of flags)
        findings.push({ rule: 'flag-in-file', text: `Players get the flag ${flag} in ${place}.` })
  return findings
}

/** Pictures that players load, from the tree or in a text as `data:`. */
export function largePicture(source: Source, challenge: PlannedChallenge): Finding[] {
  const files = contentsOf({ challenges: [challenge] })
    .flatMap(handed)
    .filter(
      ({ name, path }) => PICTURE.test(name) && path !== null && (source.files.get(path) ?? 0) > LARGE_PICTURE
    )
    .map(({ name, path }) => ({ name, size: source.files.get(path!)! }))
  const inText = [...(challenge.update.content ?? '').matchAll(/data:image\/[^"')\s]+/g)]
    .map(([data]) => ({ name: `${data.slice(0, 20)}…`, size: data.length }))
    .filter(({ size }) => size > 64 * 1024)
  return [...files, ...inText].map(({ name, size }) => ({
    rule: 'large-picture',
    text: `The picture ${name} has ${Math.ceil(size / 1024)} KiB.`
  }))
}
