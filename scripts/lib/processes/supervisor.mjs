import { errorMessage, UserError } from '../terminal/errors.mjs'
import { printStatus } from '../terminal/output.mjs'
import { isAlive, sendSignal } from './process-table.mjs'
import { sleep } from './sleep.mjs'
import { unwatchProcess, watchProcess } from './watchdog.mjs'

const FIRST_DELAY_MS = 250
const MAX_DELAY_MS = 10_000
/** The same for a process that had been ready. */
const MAX_DELAY_READY_MS = 1000
/** A process that was ready for this long restarts with the first delay. */
const STABLE_MS = 30_000
const FIRST_START_ATTEMPTS = 3
const READINESS_INTERVAL_MS = 100
/** Sent by our processes every second (server/platform/processes/heartbeat.ts). */
const HEARTBEAT = 'heartbeat'
/** How long a process may be silent before a warning, and before it is killed. */
const WARNED_AFTER_MS = 8000
const KILLED_AFTER_MS = 15_000
const WATCH_INTERVAL_MS = 1000
/** A probe without a reply takes two seconds, and the pause one. */
const MAX_PROBE_MS = 3000

/**
 * @typedef {object} ProcessSpec how one child is run
 * @property {string} name for people, and of the log
 * @property {import('./watchdog.mjs').WatchList} list of the watchdog
 * @property {() => Promise<import('node:child_process').ChildProcess>} spawn starts it, leader of its own process group
 * @property {() => Promise<boolean>} isReady called every 100 ms until true; must not throw
 * @property {() => Promise<boolean>} [isResponding] called once a second when ready; without it the process' heartbeats
 *   count, if it sends any. Must not throw.
 * @property {number} readyTimeoutMs a process that is not ready by then is killed and counts as failed
 * @property {[signal: NodeJS.Signals, timeoutMs: number][]} stopSignals signals in order and how long to wait after each
 * @property {NodeJS.Signals} killSignal ends it at once
 * @property {() => string} lastError why it stopped, from its log; may be empty
 * @property {string} logPath
 */

/** A child process that is restarted with growing delays until `stop()`. */
export class SupervisedProcess {
  /** @type {(value?: undefined) => void} */
  #resolveStarted = () => {}
  /** @type {(error: UserError) => void} */
  #rejectStarted = () => {}
  #stopping = new AbortController()
  #backoff = new AbortController()
  #restartRequested = false
  #hasBeenReady = false
  #spec
  #onPidChange
  #ended

  /** @param {ProcessSpec} spec @param {() => void} [onPidChange] */
  constructor(spec, onPidChange = () => {}) {
    this.name = spec.name
    /** @type {number | null} null while it does not run */
    this.pid = null
    this.#spec = spec
    this.#onPidChange = onPidChange
    /** Resolves when it is ready for the first time; rejects with a UserError otherwise. @type {Promise<void>} */
    this.started = new Promise((resolve, reject) => {
      this.#resolveStarted = resolve
      this.#rejectStarted = reject
    })
    this.started.catch(() => {})
    this.#ended = this.#superviseUntilStopped()
  }

  async #superviseUntilStopped() {
    const { name, logPath } = this.#spec
    const stopping = this.#stopping.signal
    let delay = FIRST_DELAY_MS
    for (let attempt = 1; !stopping.aborted; attempt++) {
      const { cause, readyAt } = await this.#runOnce()
      if (stopping.aborted) break
      if (!this.#hasBeenReady && attempt === FIRST_START_ATTEMPTS) {
        const why = this.#describe(cause)
        this.#rejectStarted(new UserError(`The ${name} process does not start (${why}); see ${logPath}.`))
        return
      }
      if (this.#restartRequested) {
        this.#restartRequested = false
        continue
      }
      if (readyAt && Date.now() - readyAt >= STABLE_MS) delay = FIRST_DELAY_MS
      if (this.#hasBeenReady)
        printStatus(`${name} stopped (${this.#describe(cause)}); starting it again in ${delay / 1000} s.`)
      this.#backoff = new AbortController()
      await sleep(delay, AbortSignal.any([stopping, this.#backoff.signal]))
      delay = Math.min(delay * 2, readyAt ? MAX_DELAY_READY_MS : MAX_DELAY_MS)
    }
    this.#rejectStarted(new UserError(`The ${name} process was stopped before it was ready.`))
  }

  /** @returns {Promise<{ cause: string, readyAt: number | null }>} why it ended; when it became ready, null: never */
  async #runOnce() {
    let child
    try {
      child = await this.#spec.spawn()
    } catch (error) {
      return { cause: errorMessage(error), readyAt: null }
    }
    const exited = new AbortController()
    /** @type {Promise<string>} */
    const exit = new Promise((resolve) => {
      child.once('error', (error) => resolve(error.message))
      child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
    })
    this.#setPid(child.pid ?? null)
    if (this.#stopping.signal.aborted) this.#terminate()
    const ready = this.#waitUntilReady(exited.signal)
    this.#killWhenHung(child, ready, exited.signal)
    const cause = await exit
    exited.abort()
    unwatchProcess(this.#spec.list, child.pid)
    this.#setPid(null)
    return { cause, readyAt: await ready }
  }

  /** @param {number | null} pid */
  #setPid(pid) {
    this.pid = pid
    watchProcess(this.#spec.list, pid ?? undefined)
    this.#onPidChange()
  }

  /** @param {AbortSignal} exited @returns {Promise<number | null>} when it became ready; null: it ended before */
  async #waitUntilReady(exited) {
    const { name, isReady, readyTimeoutMs } = this.#spec
    const deadline = Date.now() + readyTimeoutMs
    while (!exited.aborted) {
      if ((await isReady()) && !exited.aborted) {
        if (this.#hasBeenReady) printStatus(`${name} is back.`)
        this.#hasBeenReady = true
        this.#resolveStarted()
        return Date.now()
      }
      if (Date.now() > deadline && this.pid) {
        printStatus(`${name} is not ready after ${readyTimeoutMs / 1000} s.`)
        sendSignal(this.pid, 'SIGKILL')
        return null
      }
      await sleep(READINESS_INTERVAL_MS, exited)
    }
    return null
  }

  /**
   * Warns when a process does not respond, then kills it with its own children.
   * @param {import('node:child_process').ChildProcess} child @param {Promise<number | null>} ready
   * @param {AbortSignal} exited
   */
  async #killWhenHung(child, ready, exited) {
    const { name, isResponding } = this.#spec
    let heard = false
    let beats = false
    child.on('message', (message) => {
      if (message === HEARTBEAT) beats = heard = true
    })
    await ready
    let wasLate = false
    let last = Date.now()
    for (let silentMs = 0; !exited.aborted; await sleep(WATCH_INTERVAL_MS, exited)) {
      const responds = isResponding ? await isResponding() : heard || !beats
      // Counts at most one probe, so that a pause of this process makes no other look hung.
      silentMs = responds ? 0 : silentMs + Math.min(Date.now() - last, MAX_PROBE_MS)
      last = Date.now()
      heard = false
      const isLate = silentMs >= WARNED_AFTER_MS
      if (wasLate !== isLate)
        printStatus(
          isLate ? `${name} has not responded for ${WARNED_AFTER_MS / 1000} s.` : `${name} responds again.`
        )
      wasLate = isLate
      if (silentMs >= KILLED_AFTER_MS && this.pid) return sendSignal(this.pid, 'SIGKILL')
    }
  }

  /** @param {string} cause */
  #describe(cause) {
    const words = cause.startsWith('exit code') ? this.#spec.lastError() : ''
    return words ? `${cause}: ${words}` : cause
  }

  async #terminate() {
    const pid = this.pid
    if (!pid) return
    for (const [signal, timeoutMs] of this.#spec.stopSignals) {
      if (this.pid === pid) sendSignal(pid, signal)
      const deadline = Date.now() + timeoutMs
      while (this.pid === pid && isAlive(pid) && Date.now() < deadline) await sleep(25)
      if (this.pid !== pid || !isAlive(pid)) return
    }
  }

  /** Restarts the process, or ends the delay before its next start. Does not wait for it. */
  restart() {
    this.#backoff.abort()
    if (!this.pid) return
    this.#restartRequested = true
    this.#terminate()
  }

  /** Stops the process for good and waits for its end. */
  async stop() {
    this.#stopping.abort()
    await this.#terminate()
    await this.#ended
  }

  /** Stops the process for good without letting it drain or waiting for it. */
  kill() {
    this.#stopping.abort()
    if (this.pid) sendSignal(this.pid, this.#spec.killSignal)
  }
}
