/** Progress and warnings go to stderr; stdout has only lines for other programs: address, administrator, test result. */

const isTerminal = Boolean(process.stderr.isTTY)
/** Without a terminal. */
const PROGRESS_INTERVAL_MS = 5000
/** The progress line on the terminal; '' for none. */
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

/** Prints a result on stdout. @param {string} line without its end */
export function print(line) {
  erase()
  process.stdout.write(`${line}\n`)
  if (progressLine) draw(progressLine)
}

/** Prints a line for people on stderr, above a progress line. @param {string} line without its end */
export function printStatus(line) {
  erase()
  process.stderr.write(`${line}\n`)
  if (progressLine) draw(progressLine)
}

/** @param {number} since milliseconds, as Date.now() gives them */
const secondsSince = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`

/**
 * @typedef {object} Progress
 * @property {(detail: string) => void} update reports how far the step is
 * @property {(detail?: string) => void} succeed ends the step; `detail` is its result
 * @property {(detail?: string) => void} fail ends the step; `detail` is the cause, unless the caller prints it
 */

/**
 * Shows a long step: as one changing line on a terminal, elsewhere as a line every few seconds.
 * @param {string} title such as "Installing packages" @returns {Progress}
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
