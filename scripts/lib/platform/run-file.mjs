import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomic } from '../files/atomic-write.mjs'
import { belongsToFolder, folderIdentity } from '../files/folder-identity.mjs'
import { asObject, readJsonObject } from '../files/json.mjs'
import { isSameProcess, processIdentity, sendSignal, waitForExit } from '../processes/process-table.mjs'
import { printStatus } from '../terminal/output.mjs'

/**
 * <dataDir>/run.json (0600) describes the platform that runs on a data folder, for other commands. In a copy of the folder
 * it is ignored, by its `folderId`.
 *
 * @typedef {object} RunState
 * @property {boolean} ready
 * @property {string | null} url null before the stores run
 * @property {Record<string, string>} env the children's environment
 *
 * @typedef {{ name: string, pid: number, identity: string | null }} RecordedChild
 * @typedef {RunState & { pid: number, identity: string | null, children: RecordedChild[] }} RunFile
 */

/** @param {string} dataDir */
const pathIn = (dataDir) => join(dataDir, 'run.json')

/** @param {unknown} value */
const asText = (value) => (typeof value === 'string' ? value : null)

/** @param {unknown} value @returns {RecordedChild[]} none for anything but a recorded child */
function readChild(value) {
  const { name, pid, identity } = asObject(value) ?? {}
  return typeof pid === 'number' ? [{ name: String(name), pid, identity: asText(identity) }] : []
}

/** @param {string} dataDir @returns {RunFile | null} null when there is none, or it is damaged or another folder's */
function read(dataDir) {
  const { pid, identity, folderId, ready, url, env, children } = readJsonObject(pathIn(dataDir)) ?? {}
  if (typeof pid !== 'number' || !belongsToFolder({ folderId: asText(folderId) ?? undefined }, dataDir))
    return null
  /** @type {[string, string][]} */
  const variables = Object.entries(asObject(env) ?? {}).map(([name, value]) => [name, String(value)])
  return {
    pid,
    identity: asText(identity),
    ready: ready === true,
    url: asText(url),
    env: Object.fromEntries(variables),
    children: Array.isArray(children) ? children.flatMap(readChild) : []
  }
}

/**
 * @param {string} dataDir
 * @param {RunState & { children: { name: string, pid: number | null }[] }} state children without a pid are left out
 * @throws a system error
 */
export function writeRunFile(dataDir, { children, ...state }) {
  const running = children.flatMap(({ name, pid }) =>
    pid ? [{ name, pid, identity: processIdentity(pid) }] : []
  )
  const own = {
    pid: process.pid,
    identity: processIdentity(process.pid),
    folderId: folderIdentity(dataDir)
  }
  writeFileAtomic(pathIn(dataDir), JSON.stringify({ ...own, ...state, children: running }, null, 2))
}

/** @param {string} dataDir */
export const removeRunFile = (dataDir) => rmSync(pathIn(dataDir), { force: true })

/** @param {string} dataDir @returns {RunFile | null} null when no platform runs there or it is not ready yet */
export function readRunning(dataDir) {
  const file = read(dataDir)
  return file?.ready && isSameProcess(file.pid, file.identity) ? file : null
}

/**
 * Stops the processes that a killed launcher left: waits for the watchdog first, then ends them.
 * @param {string} dataDir @returns {Promise<boolean>} whether there were any
 */
export async function stopOrphans(dataDir) {
  const orphans = () =>
    (read(dataDir)?.children ?? []).filter(({ pid, identity }) => isSameProcess(pid, identity))
  const found = orphans()
  if (found.length === 0) return false
  printStatus(`Stopping what an earlier start left behind: ${found.map((child) => child.name).join(', ')}.`)
  for (const [signal, timeoutMs] of /** @type {const} */ ([
    ['SIGTERM', 15_000],
    ['SIGKILL', 5000]
  ])) {
    const children = orphans()
    for (const { name, pid } of children)
      sendSignal(pid, name === 'postgres' && signal === 'SIGTERM' ? 'SIGINT' : signal)
    const pids = children.map((child) => child.pid)
    if (await waitForExit(pids, timeoutMs)) break
  }
  return true
}
