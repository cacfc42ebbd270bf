import { randomBytes } from 'node:crypto'
import { linkSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { isSameProcess, processIdentity } from '../processes/process-table.mjs'
import { sleep } from '../processes/sleep.mjs'
import { errorCode } from '../terminal/errors.mjs'
import { belongsToFolder, folderIdentity } from './folder-identity.mjs'
import { readJsonObject } from './json.mjs'

const SETTLE_MS = 40
const RETRY_MS = 250

/**
 * @typedef {object} LockFile content of a lock file
 * @property {number} pid
 * @property {string | null} identity see processIdentity
 * @property {string} [folderId] see folderIdentity
 * @property {string} token of the call that took the lock
 */

/** @typedef {{ release(): void }} Lock */

/** @param {string} path @returns {LockFile | null} null when there is none or it is damaged */
function read(path) {
  const { pid, identity, folderId, token, ...about } = readJsonObject(path) ?? {}
  if (typeof pid !== 'number' || typeof token !== 'string') return null
  return {
    ...about,
    pid,
    identity: typeof identity === 'string' ? identity : null,
    token,
    ...(typeof folderId === 'string' ? { folderId } : {})
  }
}

/** @param {LockFile | null} content @param {string} path @returns {content is LockFile} */
const isHeld = (content, path) =>
  content !== null && belongsToFolder(content, dirname(path)) && isSameProcess(content.pid, content.identity)

/** @param {string} path @param {LockFile} content @returns {boolean} false when the file exists already */
function create(path, content) {
  const draft = `${path}.${content.token}`
  writeFileSync(draft, JSON.stringify(content), { mode: 0o600 })
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  } finally {
    unlinkSync(draft)
  }
}

/**
 * Removes the lock of a dead owner. If another process has taken it meanwhile, that one gets it back.
 * @param {string} path @param {string} token
 */
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
 * Takes a lock until `release()`, unless a living process has it. A lock that came with a copy of its folder is void.
 * @param {string} path the lock file; its folder exists
 * @param {Record<string, unknown>} [about] what other processes may read about the owner
 * @returns {Promise<Lock | { owner: LockFile }>} `owner`, with `about`, of the living process
 * @throws a system error when the folder cannot be written
 */
export async function tryLock(path, about = {}) {
  const token = randomBytes(8).toString('hex')
  const folderId = folderIdentity(dirname(path))
  const content = { ...about, pid: process.pid, identity: processIdentity(process.pid), folderId, token }
  for (;;) {
    if (create(path, content)) {
      await sleep(SETTLE_MS)
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
 * Waits for a lock without a limit and runs `work` under it.
 * @template T @param {string} path
 * @param {{ signal?: AbortSignal, onWait?: (owner: { pid: number }) => void }} options `onWait` is called once
 * @param {() => Promise<T>} work @returns {Promise<T>}
 * @throws what `work` throws, and the reason of `signal` when it is aborted while waiting
 */
export async function withLock(path, { signal, onWait }, work) {
  let announced = false
  for (;;) {
    signal?.throwIfAborted()
    const lock = await tryLock(path)
    if ('release' in lock) {
      try {
        return await work()
      } finally {
        lock.release()
      }
    }
    if (!announced) onWait?.(lock.owner)
    announced = true
    await sleep(RETRY_MS, signal)
  }
}
