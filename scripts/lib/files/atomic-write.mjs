import { renameSync, rmSync, writeFileSync } from 'node:fs'

/**
 * Writes a private file (0600) atomically: after a crash or on a full disk there is the old content or the new one, never a
 * part of it.
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
