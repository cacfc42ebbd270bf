import { execFileSync, spawn } from 'node:child_process'
import { accessSync, constants, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { Stopped } from './say.mjs'
import { guard, release } from './watchdog.mjs'

/** Waits; ends early, without an error, when the signal fires. */
export const pause = (ms, signal) =>
  new Promise((done) => {
    if (signal?.aborted) return done()
    const timer = setTimeout(finish, ms)
    function finish() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', finish)
      done()
    }
    signal?.addEventListener('abort', finish)
  })

/** Throws `Stopped` once the person has asked to stop. */
export function checkpoint(signal) {
  if (signal?.aborted) throw new Stopped()
}

/** The fields of /proc/<pid>/stat after the command's name, or null where there is none. */
function procStat(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}

/** Whether a process runs. A zombie does not. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error.code !== 'EPERM') return false
  }
  return procStat(pid)?.[0] !== 'Z'
}

/**
 * What tells a process from a later one with the same pid: the moment it started, as the system writes it.
 * @returns {string | null} null when the process is gone
 */
export function identityOf(pid) {
  if (!isAlive(pid)) return null
  const stat = procStat(pid)
  if (stat) return stat[19]
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null
  } catch {
    return null
  }
}

/** Whether the process that was once seen as (pid, identity) still runs. */
export const isSame = (pid, identity) =>
  Number.isInteger(pid) && identity !== null && identityOf(pid) === identity

/** Waits until none of the processes runs; false if some still do after `ms`. */
export async function allGone(pids, ms) {
  const end = Date.now() + ms
  while (pids.some(isAlive)) {
    if (Date.now() > end) return false
    await pause(50)
  }
  return true
}

/**
 * Sends a signal to the leader of a process group, which tells its own children; SIGKILL, which it cannot pass on, goes to
 * the whole group. One that has just gone is no error.
 */
export function send(pid, signal) {
  const leader = Math.abs(pid)
  for (const target of signal === 'SIGKILL' ? [-leader, leader] : [pid]) {
    try {
      process.kill(target, signal)
    } catch (error) {
      if (error.code !== 'ESRCH') throw error
    }
  }
}

/** The full path of a program in PATH, or null. */
export function which(program) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder || '.', program)
    try {
      accessSync(path, constants.X_OK)
      return path
    } catch {}
  }
  return null
}

const KEPT_LINES = 60

/**
 * Runs a program to its end. It leads its own process group, which ends with us: on `signal` and, through the
 * watchdog, when we are killed.
 * @param {string} program
 * @param {string[]} args
 * @param {object} [options] those of spawn, and:
 * @param {(line: string, stream: 'stdout' | 'stderr') => void} [options.onLine]
 * @param {AbortSignal} [options.signal] stops the program; the call then throws `Stopped`
 * @returns {Promise<{ code: number, tail: string[] }>} exit code (127: could not be started, 128 + n: killed by a
 *   signal) and the last lines it wrote
 */
export function run(program, args, { onLine, signal, ...options } = {}) {
  checkpoint(signal)
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options, detached: true })
    guard('app', child.pid)
    const tail = []
    for (const name of ['stdout', 'stderr']) {
      if (!child[name]) continue
      createInterface({ input: child[name] }).on('line', (line) => {
        tail.push(line)
        if (tail.length > KEPT_LINES) tail.shift()
        onLine?.(line, name)
      })
    }
    const stop = () => child.pid && send(-child.pid, 'SIGTERM')
    signal?.addEventListener('abort', stop)
    const finish = (code) => {
      release('app', child.pid)
      signal?.removeEventListener('abort', stop)
      // Whom it started and did not take along: a worker of vitest may go on for ever without it.
      if (signal?.aborted && child.pid) send(-child.pid, 'SIGKILL')
      if (signal?.aborted) reject(new Stopped())
      else resolve({ code, tail })
    }
    child.on('error', (error) => {
      tail.push(error.message)
      finish(127)
    })
    child.on('close', (code, killedBy) => finish(code ?? (killedBy ? 128 : 1)))
  })
}

const NOISE = /^\s+at |^\s*[\])}^]+;?$|^\s+\w+: |^Node\.js v/
const THROWN = /^(Uncaught )?\w*(Error|Exception)\b.*: /

/**
 * What a program's last lines say: the error it died of, else its last words.
 * @param {string[]} lines
 * @param {string} [nothing] what to answer when they say nothing
 * @returns {string} without the full stop
 */
export function lastWords(lines, nothing = 'no explanation') {
  const line =
    lines.findLast((text) => THROWN.test(text)) ?? lines.findLast((text) => text.trim() && !NOISE.test(text))
  return line?.trim().replace(/[.:]$/, '') || nothing
}
