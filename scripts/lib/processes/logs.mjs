import { createWriteStream, existsSync, openSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { asObject, parseJsonObject } from '../files/json.mjs'
import { describeError, UserError } from '../terminal/errors.mjs'
import { printStatus } from '../terminal/output.mjs'
import { lastErrorLine } from './run.mjs'

const LIMIT_BYTES = 10_000_000
const KEPT_FILES = 3
/** Between two tries to go on after a failed write. */
const REOPEN_MS = 1000
const REPEAT_MS = 10_000
const SHOWN_WARNINGS = 200
const SHOWN_CHARS = 300
const KEPT_LINES = 40
const RECENT_MS = 3000
const WARNING = 40
const ERROR = 50

/** @typedef {{ path: string, write: (line: string) => void }} Log `write` takes a line without its end */

/**
 * Opens a log file that is rotated at 10 MB; two older ones are kept as .1 and .2.
 * @param {string} path @returns {Log} @throws {UserError} when it cannot be written
 */
export function openLog(path) {
  const open = () => {
    const stream = createWriteStream(path, { fd: openSync(path, 'a', 0o600) })
    stream.on('error', () => {})
    return { stream, size: statSync(path).size, triedAt: Date.now() }
  }
  /** A failed write, as on a full disk, ends a stream for good. */
  const reopen = () => {
    file.triedAt = Date.now()
    try {
      file = open()
      // The last line may have been cut off.
      file.stream.write('\n')
    } catch {}
  }
  const rotate = () => {
    const full = file.stream
    try {
      for (let n = KEPT_FILES - 1; n > 0; n--) {
        const from = n === 1 ? path : `${path}.${n - 1}`
        if (existsSync(from)) renameSync(from, `${path}.${n}`)
      }
      file = open()
      full.end()
    } catch {
      file.size = 0
    }
  }
  /** @type {ReturnType<typeof open>} */
  let file
  try {
    file = open()
  } catch (error) {
    throw new UserError(`The log file ${path} cannot be written (${describeError(error)}).`)
  }
  return {
    path,
    write(line) {
      if (file.stream.errored && Date.now() - file.triedAt > REOPEN_MS) reopen()
      if (file.size > LIMIT_BYTES) rotate()
      file.size += Buffer.byteLength(line) + 1
      file.stream.write(`${line}\n`)
    }
  }
}

/** @typedef {{ level: number, text: string }} LogEntry `level` as pino counts: 40 warning, 50 error, 60 fatal */
/** @typedef {(line: string) => LogEntry | null} ReadEntry null for a line of another format */

/** @type {ReadEntry} */
export function readEntry(line) {
  const entry = line.startsWith('{') ? parseJsonObject(line) : null
  if (typeof entry?.level !== 'number') return null
  const cause = asObject(entry.err)?.message ?? asObject(entry.error)?.message
  const words = [entry.msg, entry.reason, cause].filter((part) => typeof part === 'string' && part !== '')
  return { level: entry.level, text: [...new Set(words)].join(': ').replace(/\s+/g, ' ') || line }
}

/**
 * Prints warnings and errors of a process; the same text again only after ten seconds.
 * @param {string} name of the process @returns {(entry: LogEntry) => void}
 */
function createReporter(name) {
  /** @type {Map<string, number>} when each text was shown last */
  const shown = new Map()
  return ({ level, text }) => {
    const now = Date.now()
    if (now - (shown.get(text) ?? 0) < REPEAT_MS) return
    if (shown.size > SHOWN_WARNINGS) shown.clear()
    shown.set(text, now)
    printStatus(`[${name}] ${level >= ERROR ? 'error' : 'warning'}: ${text.slice(0, SHOWN_CHARS)}`)
  }
}

/**
 * @typedef {object} ProcessLog
 * @property {string} path
 * @property {(child: import('node:child_process').ChildProcess) => void} follow reads a child's stdout and stderr
 * @property {() => string} lastError why the process stopped just now, by its output; '' when that has no reason
 */

/**
 * Writes the output of a process to <dataDir>/logs/<name>.log and prints its warnings and errors briefly.
 * @param {string} dataDir @param {string} name of the process @param {ReadEntry} [read] @returns {ProcessLog}
 * @throws {UserError} when the file cannot be written
 */
export function processLog(dataDir, name, read = readEntry) {
  const log = openLog(join(dataDir, 'logs', `${name}.log`))
  const report = createReporter(name)
  /** @type {{ text: string, at: number } | null} */
  let worst = null
  /** @type {string[]} the last lines of another format */
  let plain = []
  /** @param {string} line */
  const take = (line) => {
    log.write(line)
    const entry = read(line)
    if (!entry) plain = [...plain.slice(1 - KEPT_LINES), line]
    else if (entry.level >= WARNING) report(entry)
    if (entry && entry.level >= ERROR) worst = { text: entry.text.replace(/\.$/, ''), at: Date.now() }
  }
  return {
    path: log.path,
    follow(child) {
      worst = null
      plain = []
      for (const stream of [child.stdout, child.stderr]) {
        if (stream) createInterface({ input: stream }).on('line', take)
      }
    },
    lastError() {
      const recent = worst && Date.now() - worst.at < RECENT_MS ? worst.text : lastErrorLine(plain, '')
      return recent.slice(0, SHOWN_CHARS)
    }
  }
}
