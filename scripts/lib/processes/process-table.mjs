import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { errorCode } from '../terminal/errors.mjs'
import { sleep } from './sleep.mjs'

/** Field 22 of /proc/<pid>/stat, counted from the first one after the command's name. */
const START_TIME = 19

/** @param {number} pid @returns {string[] | null} null where there is no such file */
function procStat(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}

/** @param {number} pid */
export function isAlive(pid) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (errorCode(error) !== 'EPERM') return false
  }
  return procStat(pid)?.[0] !== 'Z'
}

/**
 * The start time of a process as the system writes it, which differs for a later process with the same pid.
 * @param {number} pid @returns {string | null} null when the process has ended
 */
export function processIdentity(pid) {
  if (!isAlive(pid)) return null
  const stat = procStat(pid)
  if (stat) return stat[START_TIME] ?? null
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null
  } catch {
    return null
  }
}

/** Whether the process that had this identity still runs. @param {number} pid @param {string | null} identity */
export const isSameProcess = (pid, identity) =>
  Number.isInteger(pid) && identity !== null && processIdentity(pid) === identity

/** @param {number[]} pids @param {number} timeoutMs @returns {Promise<boolean>} false if some still run after that time */
export async function waitForExit(pids, timeoutMs) {
  const deadline = Date.now() + timeoutMs
  while (pids.some(isAlive)) {
    if (Date.now() > deadline) return false
    await sleep(50)
  }
  return true
}

/**
 * Sends a signal to the leader of a process group, which passes it to its children; SIGKILL, which it cannot pass on, goes
 * to the whole group. A process that has ended is no error.
 * @param {number} pid of the leader; negative: the whole group @param {NodeJS.Signals} signal
 * @throws a system error when this process has no permission
 */
export function sendSignal(pid, signal) {
  const leader = Math.abs(pid)
  for (const target of signal === 'SIGKILL' ? [-leader, leader] : [pid]) {
    try {
      process.kill(target, signal)
    } catch (error) {
      if (errorCode(error) !== 'ESRCH') throw error
    }
  }
}
