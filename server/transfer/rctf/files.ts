import { posix } from 'node:path'
import type { Source } from '../archive/source'
import type { RctfExport } from './responses'

export interface GivenFile {
  name: string
  url: string
}

/** The parts of the path of an address; [] for none that can be trusted. */
function partsOf(url: string): string[] {
  try {
    // Only the path counts, so any host stands in where there is none.
    const { pathname } = new URL(url, 'https://rctf.invalid')
    const parts = decodeURIComponent(pathname).normalize('NFC').split('/').filter(Boolean)
    return parts.some((part) => part === '.' || part === '..' || part.includes('\\')) ? [] : parts
  } catch {
    return []
  }
}

/** The name that players see. */
export const shownName = ({ name }: GivenFile): string =>
  posix.basename(name.replaceAll('\\', '/')).replace(/\p{C}/gu, '_').slice(0, 200).trim() || 'file'

/**
 * Finds files of challenges in the archive: at the path of their address, its last two parts at least, then in the folder of
 * the challenge, then by a name that only one file has. Never what was saved itself.
 */
export function fileFinder(source: Source, { root, saved }: RctfExport) {
  const secret = new Set(saved.map(({ path }) => source.real(path)))
  const named = new Map<string, string[]>()
  for (const path of source.files.keys()) {
    const name = posix.basename(path)
    const known = named.get(name)
    if (known) known.push(path)
    else named.set(name, [path])
  }
  const open = (path: string) => source.files.has(path) && !secret.has(source.real(path))
  return (id: string, given: GivenFile): string | null => {
    const parts = partsOf(given.url)
    const ends = parts.slice(0, -1).map((_, index) => posix.join(root, ...parts.slice(index)))
    const name = posix.basename(given.name.replaceAll('\\', '/').normalize('NFC'))
    const own = /^[^/\\]+$/.test(id) && id !== '..' ? [posix.join(root, id, name)] : []
    const found = [...ends, ...own, posix.join(root, name)].find(open)
    const alike = found ? [] : (named.get(name) ?? []).filter(open)
    return found ?? (alike.length === 1 ? alike[0]! : null)
  }
}
