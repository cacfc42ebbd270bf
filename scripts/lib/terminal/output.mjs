/**
 * Output for people and for other programs. Progress and warnings go to stderr; stdout carries only lines that other
 * programs may read: the address, the administrator, the result of the tests.
 */

const isTerminal = Boolean(process.stderr.isTTY)
/** Outside a terminal, progress is printed at most this often. */
const PROGRESS_INTERVAL_MS = 5000
/** The progress line that is on the terminal now; '' for none. */
let progressLine = ''

const erase = () => {
  if (progressLine) process.stderr.write('\r\x1b[2K')
}

/** @param {string} line */
const draw = (line) => {
  if (!isTerminal) return
  erase()
  progressLine = line.slice(0, Math.max(20, (process.stderr.columns || 80) - 1))
  process.stderr.write(progressLine)
}

/** Prints a result on stdout, for other programs and people. @param {string} line without its end */
export function print(line) {
  erase()
  process.stdout.write(`${line}\n`)
  if (progressLine) draw(progressLine)
}

/** Prints a line for people on stderr. A progress line stays below it. @param {string} line without its end */
export function printStatus(line) {
  erase()
  process.stderr.write(`${line}\n`)
  if (progressLine) draw(progressLine)
}

/** @param {number} since milliseconds, as Date.now() gives them */
const secondsSince = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`

/**
 * @typedef {object} Progress
 * @property {(detail: string) => void} update tells how far the step is
 * @property {(detail?: string) => void} succeed ends the step; `detail` is its result
 * @property {(detail?: string) => void} fail ends the step; `detail` is the cause, if the caller does not print it
 */

/**
 * Shows a step that takes a while: in a terminal as one line that changes, elsewhere as a line every few seconds.
 * @param {string} title what is being done, such as "Installing packages" @returns {Progress}
 */
export function startProgress(title) {
  const startedAt = Date.now()
  let printedAt = 0
  /** @param {string} detail */
  const update = (detail) => {
    const line = `… ${title}${detail ? `: ${detail}` : ''}`
    if (isTerminal) return draw(line)
    if (Date.now() - printedAt < PROGRESS_INTERVAL_MS) return
    printedAt = Date.now()
    printStatus(line)
  }
  /** @param {string} mark @param {string} [detail] */
  const end = (mark, detail) => {
    erase()
    progressLine = ''
    printStatus(`${mark} ${title}${detail ? `: ${detail}` : ''} (${secondsSince(startedAt)})`)
  }
  update('')
  return {
    update,
    succeed: (detail) => end('✓', detail),
    fail: (detail) => end('✗', detail)
  }
}
