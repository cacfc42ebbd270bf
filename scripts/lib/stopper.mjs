import { note } from './say.mjs'

const PARENT_CHECK_MS = 500
/** Ctrl-C under npm arrives twice: from the terminal, and passed on by npm. */
const ECHO_MS = 800

/**
 * Hears every way a person ends a command: Ctrl-C, SIGTERM, the terminal closing, and npm being killed above us.
 * @param {() => void} onHurry called when they ask again
 * @returns {{ signal: AbortSignal, asked: Promise<void> }}
 */
export function listenForStop(onHurry) {
  const control = new AbortController()
  const asked = new Promise((resolve) => control.signal.addEventListener('abort', () => resolve()))
  let askedAt = 0
  const ask = () => {
    if (control.signal.aborted) {
      if (Date.now() - askedAt > ECHO_MS) onHurry()
      return
    }
    askedAt = Date.now()
    note('Stopping…')
    control.abort()
  }
  process.on('SIGINT', ask)
  process.on('SIGTERM', ask)
  // Node undoes nohup's protection from a closing terminal; output that goes to a file tells that it was wanted.
  const inTerminal = Boolean(process.stdout.isTTY)
  process.on('SIGHUP', () => inTerminal && !control.signal.aborted && ask())
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  if (process.env.npm_lifecycle_event) {
    const parent = process.ppid
    const timer = setInterval(() => {
      if (process.ppid === parent || control.signal.aborted) return
      clearInterval(timer)
      ask()
    }, PARENT_CHECK_MS)
    timer.unref()
  }
  return { signal: control.signal, asked }
}
