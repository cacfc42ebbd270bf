import { posix } from 'node:path'
import type { Readable } from 'node:stream'
import { TRANSFER_LIMITS } from './contract'
import { archiveFault, Refusal, readFault } from './lines'

/** The files of an import, wherever they lie. Paths are relative, with slashes, and never lead out. */
export interface Source {
  /** Size of each file by its path. */
  files: ReadonlyMap<string, number>
  /** Symbolic links: never followed, never read. */
  links: ReadonlySet<string>
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

/** The first bytes of a file as text. @throws Refusal `file_too_long` when there are more than `limit` */
export async function textOf(source: Source, path: string, limit: number): Promise<string> {
  if ((source.files.get(path) ?? 0) > limit) throw new Refusal('file_too_long', { name: path, max: limit })
  const chunks: Buffer[] = []
  try {
    for await (const chunk of await source.open(path)) chunks.push(chunk as Buffer)
  } catch (error) {
    throw readFault(error)
  }
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/^\ufeff/, '')
}

/** Files at a path that a challenge's own file names: one, or all below a folder. */
export interface Found {
  paths: string[]
  /** The folder they were found in; null for a single file. */
  folder: string | null
}

/** @throws Refusal `file_missing`, `file_link`, `file_outside` */
export function find(source: Source, base: string, named: string): Found {
  const path = posix.normalize(posix.join(base, named.trim().replaceAll('\\', '/'))).replace(/\/$/, '')
  if (posix.isAbsolute(named) || path === '..' || path.startsWith('../'))
    throw new Refusal('file_outside', { name: named })
  if (source.files.has(path)) return { paths: [path], folder: null }
  if (source.links.has(path)) throw new Refusal('file_link', { name: named })
  const folder = path === '.' ? '' : `${path}/`
  const paths = [...source.files.keys()].filter((one) => one.startsWith(folder)).sort()
  if (paths.length === 0) throw new Refusal('file_missing', { name: named })
  return { paths, folder }
}
