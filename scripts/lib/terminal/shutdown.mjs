import { ShutdownRequested } from './errors.mjs'
import { printStatus } from './output.mjs'

const PARENT_CHECK_MS = 500
/** Ctrl-C under npm arrives twice: from the terminal, and from npm. */
const DUPLICATE_MS = 800

/**
 * Handles Ctrl-C, SIGTERM, a closed terminal and the end of npm above us.
 * @param {() => void} onRepeat called at each further request
 * @returns {{ signal: AbortSignal, requested: Promise<void> }} the first request aborts `signal` with a ShutdownRequested
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
  // Node undoes nohup, so output to a file counts as the wish to go on when the terminal closes.
  const inTerminal = Boolean(process.stdout.isTTY)
  process.on('SIGHUP', () => inTerminal && !controller.signal.aborted && request())
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  if (process.env.npm_lifecycle_event) watchParent(controller.signal, request)
  return { signal: controller.signal, requested }
}

/** Calls `onExit` when the parent process has ended, until `signal`. @param {AbortSignal} signal @param {() => void} onExit */
function watchParent(signal, onExit) {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent || signal.aborted) return
    clearInterval(timer)
    onExit()
  }, PARENT_CHECK_MS)
  timer.unref()
}
