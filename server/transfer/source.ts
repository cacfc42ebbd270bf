import { posix } from 'node:path'
import type { Readable } from 'node:stream'
import { TRANSFER_LIMITS } from './contract'
import { fits } from './glob'
import { archiveFault, Refusal, readFault } from './lines'

/** The files of an import, wherever they lie. Paths are relative, with slashes, and never lead out. */
export interface Source {
  /** Size of each file by its path; those that only links lead to as well. */
  files: ReadonlyMap<string, number>
  /** Symbolic links, whether or not they lead to something. */
  links: ReadonlySet<string>
  /** Where a file lies whose path leads over links; its own path for all others. */
  real(path: string): string
  open(path: string): Promise<Readable>
  close(): Promise<void>
}

/** Counts files while a source is listed. @throws AppError of the first limit that is passed */
export function createTally(archiveSize: number | null) {
  let entries = 0
  let total = 0
  return {
    entry() {
      if (++entries > TRANSFER_LIMITS.entries)
        throw archiveFault('too_many_files', { max: TRANSFER_LIMITS.entries })
    },
    file(name: string, size: number) {
      if (size > TRANSFER_LIMITS.file) throw archiveFault('file_too_large', { name })
      total += size
      if (total > TRANSFER_LIMITS.total) throw archiveFault('too_large')
      const swollen = archiveSize !== null && total > TRANSFER_LIMITS.ratio * archiveSize
      if (swollen && total > TRANSFER_LIMITS.ratioFrom) throw archiveFault('bomb', { name })
    }
  }
}

/** UTF-8, or what a byte order mark says. Nothing else is guessed: a flag would become another one. */
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

/** A file as text. @throws Refusal `file_too_long` when there are more bytes than `limit`, `not_text` */
export async function textOf(source: Source, path: string, limit: number): Promise<string> {
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

/** Files at a path that a challenge's own file names: one, or all below a folder. */
export interface Found {
  paths: string[]
  /** The folder they were found in; null for a single file. */
  folder: string | null
}

/** Files below a folder that a pattern fits, and all below folders that it fits. */
function findFitting(source: Source, base: string, pattern: string): Found | null {
  const parts = posix.normalize(pattern).split('/').filter(Boolean)
  const first = parts.findIndex((part) => /[*?]/.test(part))
  if (first < 0 || parts[0] === '..' || pattern.length > TRANSFER_LIMITS.path) return null
  const folder = posix.join(base, ...parts.slice(0, first), '/').replace(/^\.\//, '')
  const wanted = parts.slice(first)
  const paths = [...source.files.keys()].filter((one) => {
    if (!one.startsWith(folder)) return false
    const below = one.slice(folder.length).split('/')
    return fits(wanted, below) || fits([...wanted, '**'], below)
  })
  return paths.length > 0 ? { paths: paths.sort(), folder } : null
}

/** The folder that everything lies in, as packers make one around a repository; the top itself where there is none. */
export function rootOf({ files }: Pick<Source, 'files'>): string {
  let root: string | undefined
  for (const path of files.keys()) {
    const first = path.slice(0, Math.max(path.indexOf('/'), 0))
    if (first === '' || (root ?? first) !== first) return '.'
    root = first
  }
  return root ?? '.'
}

/** What lies at a path below a folder; null for nothing. @throws Refusal `file_outside` */
function findBelow(source: Source, base: string, given: string, named: string): Found | null {
  const path = posix.normalize(posix.join(base, given)).replace(/\/$/, '')
  if (path === '..' || path.startsWith('../')) throw new Refusal('file_outside', { name: named })
  if (source.files.has(path)) return { paths: [path], folder: null }
  const folder = path === '.' ? '' : `${path}/`
  const paths = [...source.files.keys()].filter((one) => one.startsWith(folder)).sort()
  return paths.length > 0 ? { paths, folder } : findFitting(source, base, given)
}

/**
 * What a challenge's own file names: below its folder, else from the root of the tree, as some authors write paths.
 * @throws Refusal `file_missing`, `file_link` for a link that leads to no file of the tree, `file_outside`
 */
export function find(source: Source, base: string, named: string): Found {
  const given = named.trim().replaceAll('\\', '/').normalize('NFC').replace(/^\/+/, '')
  const found = findBelow(source, base, given, named)
  if (found) return found
  const written = /^[^.].*\//.test(given) || /^[\\/]/.test(named.trim())
  const fromRoot = written ? findBelow(source, rootOf(source), given, named) : null
  // A whole folder only of its own: another one holds what belongs to others.
  if (fromRoot && (fromRoot.folder === null || fromRoot.folder.startsWith(`${base}/`))) return fromRoot
  const link = source.links.has(posix.join(base, given))
  throw new Refusal(link ? 'file_link' : 'file_missing', { name: named })
}
