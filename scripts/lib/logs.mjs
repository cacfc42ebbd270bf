import { createWriteStream, existsSync, openSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { lastWords } from './processes.mjs'
import { Fault, note, reason } from './say.mjs'

const LIMIT_BYTES = 10_000_000
const KEPT_FILES = 3
const REPEAT_MS = 10_000
const SHOWN_CHARS = 300
const KEPT_LINES = 40
const RECENT_MS = 3000

/**
 * A log file that starts anew at 10 MB; two older ones are kept as .1 and .2.
 * @param {string} path
 * @throws {Fault} when it cannot be written
 */
export function openLog(path) {
  let stream
  let size
  const open = () => {
    stream = createWriteStream(path, { fd: openSync(path, 'a', 0o600) })
    stream.on('error', () => {})
    size = statSync(path).size
  }
  const rotate = () => {
    const full = stream
    try {
      for (let n = KEPT_FILES - 1; n > 0; n--) {
        const from = n === 1 ? path : `${path}.${n - 1}`
        if (existsSync(from)) renameSync(from, `${path}.${n}`)
      }
      open()
      full.end()
    } catch {
      size = 0
    }
  }
  try {
    open()
  } catch (error) {
    throw new Fault(`The log file ${path} cannot be written (${reason(error)}).`)
  }
  return {
    path,
    /** @param {string} line without its end */
    write(line) {
      if (size > LIMIT_BYTES) rotate()
      size += Buffer.byteLength(line) + 1
      stream.write(`${line}\n`)
    }
  }
}

const parse = (line) => {
  if (!line.startsWith('{')) return null
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/**
 * A pino line's severity and words.
 * @returns {{ level: number, text: string } | null} null for a line that is not pino's
 */
export function readEntry(line) {
  const entry = parse(line)
  if (typeof entry?.level !== 'number') return null
  const cause = entry.err?.message ?? entry.error?.message
  const words = [entry.msg, entry.reason, cause].filter((part) => typeof part === 'string' && part !== '')
  return { level: entry.level, text: [...new Set(words)].join(': ').replace(/\s+/g, ' ') || line }
}

/** Shows warnings and errors on the terminal; the same words again only after ten seconds. */
function shower(name) {
  const shown = new Map()
  return (level, text) => {
    const now = Date.now()
    if (now - (shown.get(text) ?? 0) < REPEAT_MS) return
    if (shown.size > 200) shown.clear()
    shown.set(text, now)
    note(`[${name}] ${level >= 50 ? 'error' : 'warning'}: ${text.slice(0, SHOWN_CHARS)}`)
  }
}

/**
 * Writes what a process says to data/logs/<name>.log and shows its warnings and errors briefly.
 * @param {string} dataDir
 * @param {string} name the process
 * @param {(line: string) => { level: number, text: string } | null} [read] severity as pino counts (40 warning, 50
 *   error, 60 fatal) and words of a line, or null
 */
export function processLog(dataDir, name, read = readEntry) {
  const log = openLog(join(dataDir, 'logs', `${name}.log`))
  const show = shower(name)
  let worst = null
  let plain = []
  const take = (line) => {
    log.write(line)
    const entry = read(line)
    if (!entry) plain = [...plain.slice(1 - KEPT_LINES), line]
    else if (entry.level >= 40) show(entry.level, entry.text)
    if (entry && entry.level >= 50) worst = { text: entry.text.replace(/\.$/, ''), at: Date.now() }
  }
  return {
    path: log.path,
    /** Follows a child's stdout and stderr. */
    follow(child) {
      worst = null
      plain = []
      for (const stream of [child.stdout, child.stderr]) {
        if (stream) createInterface({ input: stream }).on('line', take)
      }
    },
    /** Why the process stopped just now, as far as its own words tell; '' if they do not. */
    words() {
      const recent = worst && Date.now() - worst.at < RECENT_MS ? worst.text : lastWords(plain, '')
      return recent.slice(0, SHOWN_CHARS)
    }
  }
}
