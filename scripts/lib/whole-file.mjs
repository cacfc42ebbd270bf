import { renameSync, rmSync, writeFileSync } from 'node:fs'

/**
 * Writes a private file (0600) in one step: whatever happens meanwhile, a full disk or a lost machine, there is the old
 * content or the new one, never a part.
 */
export function writeWhole(path, content) {
  const draft = `${path}.new`
  try {
    writeFileSync(draft, content, { mode: 0o600, flush: true })
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}
