import { constants } from 'node:fs'
import { open, opendir, readlink, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { resolveLinks } from '../plan/links'
import { archiveFault } from '../report-lines'
import { createTally, type Source } from './source'

/** Large, and never part of a challenge. */
const PASSED = new Set(['.git', 'node_modules', '__pycache__'])

/**
 * A folder of this machine as a source. Links that lead outside, nowhere or to a parent give no file.
 * @throws AppError for too many entries
 */
export async function openFolder(root: string): Promise<Source> {
  const files = new Map<string, number>()
  const names = new Map<string, string>()
  const links = new Map<string, string>()
  const tally = createTally(null)
  const walk = async (folder: string): Promise<void> => {
    for await (const entry of await opendir(join(root, folder))) {
      const path = folder ? `${folder}/${entry.name}` : entry.name
      if (PASSED.has(entry.name)) continue
      tally.entry()
      if (entry.isSymbolicLink()) links.set(path.normalize('NFC'), await readlink(join(root, path)))
      else if (entry.isDirectory()) await walk(path)
      else if (entry.isFile()) {
        // Files that players do not get have no size limit.
        const { size } = await stat(join(root, path))
        files.set(path.normalize('NFC'), size)
        names.set(path.normalize('NFC'), path)
      }
    }
  }
  await walk('')
  const { files: all, real } = resolveLinks(files, links, tally.entry)
  return {
    files: all,
    links: new Set(links.keys()),
    real,
    async open(path) {
      const name = names.get(real(path))
      if (name === undefined) throw archiveFault('damaged', { reason: path })
      const handle = await open(join(root, name), constants.O_RDONLY | constants.O_NOFOLLOW)
      return handle.createReadStream()
    },
    close: async () => {}
  }
}
