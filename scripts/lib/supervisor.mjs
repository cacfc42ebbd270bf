import { isAlive, pause, send } from './processes.mjs'
import { Fault, note } from './say.mjs'
import { guard, release } from './watchdog.mjs'

const FIRST_DELAY_MS = 250
const LONGEST_DELAY_MS = 10_000
const STEADY_MS = 30_000
const FIRST_START_ATTEMPTS = 3
const PROBE_EVERY_MS = 100

/**
 * @typedef {object} Plan how one child is run
 * @property {string} name shown to people, and the log's name
 * @property {'app' | 'redis' | 'postgres'} list the watchdog's list
 * @property {() => Promise<import('node:child_process').ChildProcess>} spawn starts it, leader of its own process group
 * @property {() => Promise<boolean>} isReady asked every 100 ms until it says true; must not throw
 * @property {number} readyWithin milliseconds; one that is not ready by then is killed and counts as failed
 * @property {[signal: NodeJS.Signals, ms: number][]} stopWith signals in order and how long to wait after each
 * @property {NodeJS.Signals} hurryWith the signal for a person in a hurry
 * @property {() => string} words why it stopped, in its own words; may be empty
 * @property {string} logPath
 */

/** One child that is kept alive: restarted when it dies, with growing delays, until `stop()`. */
export class Supervised {
  /** @param {Plan} plan @param {() => void} [onChange] called when the pid changes */
  constructor(plan, onChange = () => {}) {
    this.name = plan.name
    this.pid = null
    this.plan = plan
    this.onChange = onChange
    this.stopping = new AbortController()
    this.waiting = new AbortController()
    this.wanted = false
    this.steady = false
    /** Resolves when it is ready for the first time; a Fault when it does not get there. */
    this.started = new Promise((resolve, reject) => {
      this.succeed = resolve
      this.fail = reject
    })
    this.started.catch(() => {})
    this.ended = this.keepAlive()
  }

  async keepAlive() {
    let delay = FIRST_DELAY_MS
    for (let attempt = 1; !this.stopping.signal.aborted; attempt++) {
      const { end, readyAt } = await this.live()
      if (this.stopping.signal.aborted) break
      if (!this.steady && attempt === FIRST_START_ATTEMPTS) {
        this.fail(
          new Fault(
            `The ${this.name} process does not start (${this.describe(end)}); see ${this.plan.logPath}.`
          )
        )
        return
      }
      if (this.wanted) {
        this.wanted = false
        continue
      }
      if (readyAt && Date.now() - readyAt >= STEADY_MS) delay = FIRST_DELAY_MS
      if (this.steady)
        note(`${this.name} stopped (${this.describe(end)}); starting it again in ${delay / 1000} s.`)
      this.waiting = new AbortController()
      await pause(delay, AbortSignal.any([this.stopping.signal, this.waiting.signal]))
      delay = Math.min(delay * 2, LONGEST_DELAY_MS)
    }
    this.fail(new Fault(`The ${this.name} process was stopped before it was ready.`))
  }

  /** One life: from spawn to exit. `readyAt` is null if it never got ready. */
  async live() {
    let child
    try {
      child = await this.plan.spawn()
    } catch (error) {
      return { end: error.message, readyAt: null }
    }
    const over = new AbortController()
    const exit = new Promise((resolve) => {
      child.once('error', (error) => resolve(error.message))
      child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
    })
    this.setPid(child.pid ?? null)
    if (this.stopping.signal.aborted) this.end()
    const becameReady = this.probe(over.signal)
    const end = await exit
    over.abort()
    release(this.plan.list, child.pid)
    this.setPid(null)
    return { end, readyAt: await becameReady }
  }

  setPid(pid) {
    this.pid = pid
    guard(this.plan.list, pid ?? undefined)
    this.onChange()
  }

  async probe(over) {
    const limit = Date.now() + this.plan.readyWithin
    while (!over.aborted) {
      if ((await this.plan.isReady()) && !over.aborted) {
        if (this.steady) note(`${this.name} is back.`)
        this.steady = true
        this.succeed()
        return Date.now()
      }
      if (Date.now() > limit && this.pid) {
        note(`${this.name} is not ready after ${this.plan.readyWithin / 1000} s.`)
        send(this.pid, 'SIGKILL')
        return null
      }
      await pause(PROBE_EVERY_MS, over)
    }
    return null
  }

  describe(end) {
    const words = end.startsWith('exit code') ? this.plan.words() : ''
    return words ? `${end}: ${words}` : end
  }

  /** Ends the present life, or the wait for the next one, which begins at once. */
  restart() {
    this.waiting.abort()
    if (!this.pid) return
    this.wanted = true
    return this.end()
  }

  /** Sends the plan's signals one after the other until the child is gone. */
  async end() {
    const pid = this.pid
    if (!pid) return
    for (const [signal, ms] of this.plan.stopWith) {
      if (this.pid === pid) send(pid, signal)
      const limit = Date.now() + ms
      while (this.pid === pid && isAlive(pid) && Date.now() < limit) await pause(25)
      if (this.pid !== pid || !isAlive(pid)) return
    }
  }

  /** Stops it for good. Resolves when it is gone. */
  async stop() {
    this.stopping.abort()
    await this.end()
    await this.ended
  }

  /** For somebody who does not want to wait: the plan's short way out. */
  hurry() {
    this.stopping.abort()
    if (this.pid) send(this.pid, this.plan.hurryWith)
  }
}
