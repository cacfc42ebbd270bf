import { posix } from 'node:path'
import type { Readable } from 'node:stream'
import { TRANSFER_LIMITS } from '../contract'
import { archiveFault, Refusal, readFault } from '../report-lines'
import { matchesGlob } from './glob'

/** Files of an import. Paths are relative, with slashes, and never lead outside. */
export interface Source {
  /** Sizes by path, paths over links included. */
  files: ReadonlyMap<string, number>
  /** Symbolic links, broken ones included. */
  links: ReadonlySet<string>
  /** Where a path over links leads; other paths as they are. */
  real(path: string): string
  open(path: string): Promise<Readable>
  close(): Promise<void>
}

/** Counts files of a listing. @throws AppError of the first exceeded limit */
export function createTally(archiveSize: number | null) {
  let count = 0
  let total = 0
  /** `announced`: by the archive's own head, which is checked before the list is read. */
  const entries = (announced: number) => {
    if (announced > TRANSFER_LIMITS.entries)
      throw archiveFault('too_many_files', { max: TRANSFER_LIMITS.entries })
  }
  return {
    entries,
    entry: () => entries(++count),
    file(name: string, size: number) {
      if (size > TRANSFER_LIMITS.file) throw archiveFault('file_too_large', { name })
      total += size
      if (total > TRANSFER_LIMITS.total) throw archiveFault('too_large')
      const swollen = archiveSize !== null && total > TRANSFER_LIMITS.ratio * archiveSize
      if (swollen && total > TRANSFER_LIMITS.ratioFrom) throw archiveFault('bomb', { name })
    }
  }
}

/** UTF-8, or by its byte order mark. Guessing would change flags. Null for neither. */
function decoded(bytes: Buffer): string | null {
  const [first, second] = bytes
  const wide =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : null
  try {
    return new TextDecoder(wide ?? 'utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** @throws Refusal `file_too_long` beyond `limit` bytes, `not_text` */
export async function readSourceText(source: Source, path: string, limit: number): Promise<string> {
  if ((source.files.get(path) ?? 0) > limit)
    throw new Refusal('file_too_long', { name: posix.basename(path), max: limit })
  const chunks: Buffer[] = []
  try {
    for await (const chunk of await source.open(path)) chunks.push(chunk as Buffer)
  } catch (error) {
    throw readFault(error)
  }
  const text = decoded(Buffer.concat(chunks))
  if (text === null) throw new Refusal('not_text', { name: posix.basename(path) })
  return text
}

export interface FoundFiles {
  paths: string[]
  folder: string | null
}

function findFitting(source: Source, base: string, pattern: string): FoundFiles | null {
  const parts = posix.normalize(pattern).split('/').filter(Boolean)
  const first = parts.findIndex((part) => /[*?]/.test(part))
  if (first < 0 || parts[0] === '..' || pattern.length > TRANSFER_LIMITS.path) return null
  const folder = posix.join(base, ...parts.slice(0, first), '/').replace(/^\.\//, '')
  const wanted = parts.slice(first)
  const paths = [...source.files.keys()].filter((one) => {
    if (!one.startsWith(folder)) return false
    const below = one.slice(folder.length).split('/')
    return matchesGlob(wanted, below) || matchesGlob([...wanted, '**'], below)
  })
  return paths.length > 0 ? { paths: paths.sort(), folder } : null
}

/** The folder that contains everything; the top where there is none. */
export function rootOf({ files }: Pick<Source, 'files'>): string {
  let root: string | undefined
  for (const path of files.keys()) {
    const first = path.slice(0, Math.max(path.indexOf('/'), 0))
    if (first === '' || (root ?? first) !== first) return '.'
    root = first
  }
  return root ?? '.'
}

/** Null for nothing. @throws Refusal `file_outside` */
function findBelow(source: Source, base: string, given: string, named: string): FoundFiles | null {
  const path = posix.normalize(posix.join(base, given)).replace(/\/$/, '')
  if (path === '..' || path.startsWith('../')) throw new Refusal('file_outside', { name: named })
  if (source.files.has(path)) return { paths: [path], folder: null }
  const folder = path === '.' ? '' : `${path}/`
  const paths = [...source.files.keys()].filter((one) => one.startsWith(folder)).sort()
  return paths.length > 0 ? { paths, folder } : findFitting(source, base, given)
}

/**
 * Finds a named path below the challenge's folder, else from the root, as some authors write.
 * @throws Refusal `file_missing`, `file_link` for a link without a target in the tree, `file_outside`
 */
export function findFiles(source: Source, base: string, named: string): FoundFiles {
  const given = named.trim().replaceAll('\\', '/').normalize('NFC').replace(/^\/+/, '')
  const found = findBelow(source, base, given, named)
  if (found) return found
  const written = /^[^.].*\//.test(given) || /^[\\/]/.test(named.trim())
  const fromRoot = written ? findBelow(source, rootOf(source), given, named) : null
  // A path from the root may lead to a single file or the challenge's own folder, not to folders of others.
  if (fromRoot && (fromRoot.folder === null || fromRoot.folder.startsWith(`${base}/`))) return fromRoot
  const link = source.links.has(posix.join(base, given))
  throw new Refusal(link ? 'file_link' : 'file_missing', { name: named })
}
