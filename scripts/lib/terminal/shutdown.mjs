import { ShutdownRequested } from './errors.mjs'
import { printStatus } from './output.mjs'

const PARENT_CHECK_MS = 500
/** Ctrl-C under npm arrives twice: from the terminal, and passed on by npm. */
const DUPLICATE_MS = 800

/**
 * Listens for every way a person ends a command: Ctrl-C, SIGTERM, the terminal closing, and npm being killed above us.
 * @param {() => void} onRepeat called when they ask again
 * @returns {{ signal: AbortSignal, requested: Promise<void> }} at the first request `signal` is aborted with a
 * ShutdownRequested and `requested` is resolved
 */
export function handleShutdownSignals(onRepeat) {
  const controller = new AbortController()
  /** @type {Promise<void>} */
  const requested = new Promise((resolve) =>
    controller.signal.addEventListener('abort', () => resolve(), { once: true })
  )
  let requestedAt = 0
  const request = () => {
    if (controller.signal.aborted) {
      if (Date.now() - requestedAt > DUPLICATE_MS) onRepeat()
      return
    }
    requestedAt = Date.now()
    printStatus('Stopping…')
    controller.abort(new ShutdownRequested())
  }
  process.on('SIGINT', request)
  process.on('SIGTERM', request)
  // Node undoes nohup's protection from a closing terminal; output that goes to a file tells that it was wanted.
  const inTerminal = Boolean(process.stdout.isTTY)
  process.on('SIGHUP', () => inTerminal && !controller.signal.aborted && request())
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  if (process.env.npm_lifecycle_event) watchParent(controller.signal, request)
  return { signal: controller.signal, requested }
}

/**
 * Calls `onExit` once the parent process is gone, unless the signal is aborted before.
 * @param {AbortSignal} signal @param {() => void} onExit
 */
function watchParent(signal, onExit) {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent || signal.aborted) return
    clearInterval(timer)
    onExit()
  }, PARENT_CHECK_MS)
  timer.unref()
}
