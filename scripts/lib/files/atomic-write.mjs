import { renameSync, rmSync, writeFileSync } from 'node:fs'

/**
 * Writes a private file (0600); after a crash or on a full disk it has either the old content or the new one.
 * @param {string} path @param {string} content @throws a system error; the old content is then still there
 */
export function writeFileAtomic(path, content) {
  const draft = `${path}.new`
  try {
    writeFileSync(draft, content, { mode: 0o600, flush: true })
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}
