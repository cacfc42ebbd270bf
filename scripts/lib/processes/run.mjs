import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { sendSignal } from './process-table.mjs'
import { unwatchProcess, watchProcess } from './watchdog.mjs'

/** @param {string} program @returns {string | null} its full path */
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
/** The exit code of shells for a program that could not be started. */
const NOT_STARTED = 127
/** Shells add the number of the signal. */
const KILLED = 128

/**
 * @typedef {object} OwnOptions
 * @property {(line: string, stream: 'stdout' | 'stderr') => void} [onLine] called for each line of output
 * @property {AbortSignal} [signal] stops the program; the call then throws the signal's reason
 */

/** @typedef {Omit<import('node:child_process').SpawnOptions, 'signal'> & OwnOptions} RunOptions */

/**
 * Runs a program to its end, in a process group that ends with this process: on `signal`, or by the watchdog.
 * @param {string} program @param {readonly string[]} args
 * @param {RunOptions} [options] those of spawn, and `onLine` and `signal`
 * @returns {Promise<{ code: number, tail: string[] }>} exit code (127: not started, 128: killed) and the last 60 lines
 */
export function run(program, args, { onLine, signal, ...options } = {}) {
  signal?.throwIfAborted()
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options, detached: true })
    watchProcess('app', child.pid)
    /** @type {string[]} */
    const tail = []
    for (const name of /** @type {const} */ (['stdout', 'stderr'])) {
      const stream = child[name]
      if (!stream) continue
      createInterface({ input: stream }).on('line', (line) => {
        tail.push(line)
        if (tail.length > KEPT_LINES) tail.shift()
        onLine?.(line, name)
      })
    }
    const stop = () => child.pid && sendSignal(-child.pid, 'SIGTERM')
    signal?.addEventListener('abort', stop)
    /** @param {number} code */
    const finish = (code) => {
      unwatchProcess('app', child.pid)
      signal?.removeEventListener('abort', stop)
      // Ends its children too; a worker of vitest might run on for ever.
      if (signal?.aborted && child.pid) sendSignal(-child.pid, 'SIGKILL')
      if (signal?.aborted) reject(signal.reason)
      else resolve({ code, tail })
    }
    child.on('error', (error) => {
      tail.push(error.message)
      finish(NOT_STARTED)
    })
    child.on('close', (code, killedBy) => finish(code ?? (killedBy ? KILLED : 1)))
  })
}

const STACK_OR_SOURCE = /^\s+at |^\s*[\])}^]+;?$|^\s+\w+: |^Node\.js v/
const THROWN_ERROR = /^(Uncaught )?\w*(Error|Exception)\b.*: /

/**
 * The error that a program threw, else its last line that is not part of a stack.
 * @param {readonly string[]} lines @param {string} [fallback] returned when there is neither
 * @returns {string} without the full stop
 */
export function lastErrorLine(lines, fallback = 'no explanation') {
  const line =
    lines.findLast((text) => THROWN_ERROR.test(text)) ??
    lines.findLast((text) => text.trim() && !STACK_OR_SOURCE.test(text))
  return line?.trim().replace(/[.:]$/, '') || fallback
}
