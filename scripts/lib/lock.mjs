import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { isHere, placeOf } from './place.mjs'
import { checkpoint, identityOf, isSame, pause } from './processes.mjs'

const SETTLE_MS = 40
const RETRY_MS = 250

const read = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

const isHeld = (content, path) =>
  content !== null && isHere(content, dirname(path)) && isSame(content.pid, content.identity)

/** Creates the lock file with its content in one step; false when there is one already. */
function create(path, content) {
  const draft = `${path}.${content.token}`
  writeFileSync(draft, JSON.stringify(content), { mode: 0o600 })
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  } finally {
    unlinkSync(draft)
  }
}

/** Takes a dead owner's lock away. If somebody was faster and it is a living one's now, gives it back. */
function removeStale(path, token) {
  const aside = `${path}.${token}.stale`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  try {
    if (isHeld(read(aside), path)) linkSync(aside, path)
  } catch {
  } finally {
    rmSync(aside, { force: true })
  }
}

/**
 * Tries to take a lock. It belongs to this process until `release()`; the lock of a process that died is void, and so is
 * one that came along with a copy of its folder.
 * @param {string} path the lock file; its folder exists
 * @param {object} [about] what others may read about the owner
 * @returns {Promise<{ release(): void } | { owner: object }>} `owner` when a living process has it: pid and `about`
 */
export async function tryLock(path, about = {}) {
  const token = randomBytes(8).toString('hex')
  const place = placeOf(dirname(path))
  const content = { ...about, pid: process.pid, identity: identityOf(process.pid), place, token }
  for (;;) {
    if (create(path, content)) {
      await pause(SETTLE_MS)
      if (read(path)?.token === token) break
      continue
    }
    const owner = read(path)
    if (isHeld(owner, path)) return { owner }
    removeStale(path, token)
  }
  return {
    release() {
      if (read(path)?.token === token) rmSync(path, { force: true })
    }
  }
}

/**
 * Runs `work` while holding a lock, waiting for the owner before us.
 * @param {string} path
 * @param {{ signal?: AbortSignal, onWait?: (owner: { pid: number }) => void }} options `onWait` is called once
 */
export async function withLock(path, { signal, onWait }, work) {
  let told = false
  for (;;) {
    checkpoint(signal)
    const lock = await tryLock(path)
    if ('release' in lock) {
      try {
        return await work()
      } finally {
        lock.release()
      }
    }
    if (!told) onWait?.(lock.owner)
    told = true
    await pause(RETRY_MS, signal)
  }
}
