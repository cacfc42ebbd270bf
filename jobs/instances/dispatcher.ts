import type { ClaimedStart } from '~/server/instances'
import { STARTS_AT_ONCE } from '~/server/instances'
import { inSpan } from '~/server/platform/tracing'
import { type Context, LEASE_SECONDS } from './context'
import { PULL_LEASE_SECONDS, pullClaimed } from './pulling'
import { checkClaimed } from './solve-check'
import { Cancelled, startClaimed } from './starting'
import { stopClaimed } from './stopping'

/** Most concurrent stops of one process. */
const STOPS_AT_ONCE = 8
const PULLS_AT_ONCE = 2
const CHECKS_AT_ONCE = 2
/** Milliseconds between two polls without a free slot, which only record what instances wait for. */
const FULL_POLL_MS = 1000
/** Milliseconds between two renewals of leases while it only waits for what runs. */
const RENEW_MS = (LEASE_SECONDS * 1000) / 3

interface RunningStart {
  cancel: AbortController
  done: Promise<void>
}

/** Claims work of one engine that is due and runs it, as much at a time as there are slots. */
export class Dispatcher {
  readonly #starts = new Map<string, RunningStart>()
  readonly #stops = new Set<string>()
  readonly #checks = new Map<string, AbortController>()
  readonly #running = new Set<Promise<void>>()
  #pulls = 0
  #fullAt = Number.NEGATIVE_INFINITY
  #polling: Promise<void> | null = null
  #rerun = false
  #closed = false

  constructor(private readonly context: Context) {}

  /** Polls for work; a call during a poll makes another one follow. */
  scan = (): void => {
    this.#rerun = true
    if (this.#closed) return
    this.#polling ??= this.#pollUntilDone().finally(() => {
      this.#polling = null
    })
  }

  async close(): Promise<void> {
    this.#closed = true
    // A solver may take minutes; another process checks again once the lease is over.
    for (const cancel of this.#checks.values()) cancel.abort()
    await this.#polling
    const renewal = setInterval(() => void this.#renewed(), RENEW_MS)
    await this.#renewed()
    await Promise.all(this.#running)
    clearInterval(renewal)
  }

  /** Who takes over from a process that closes must not begin anew what is nearly done. */
  async #renewed(): Promise<void> {
    await this.renew().catch((error: Error) => {
      this.context.log.warn({ err: error.message }, 'instances_not_looked_after')
    })
  }

  /** Renews leases; cancels starts that are no longer wanted, and checks that others took over. */
  async renew(): Promise<void> {
    const starts = [...this.#starts.keys()]
    const { owner, services } = this.context
    const wanted = await services.instances.work.renew(owner, [...starts, ...this.#stops], LEASE_SECONDS)
    for (const id of starts)
      if (!wanted.has(id)) this.#starts.get(id)?.cancel.abort(new Cancelled('nobody wants it any more'))
    const checks = [...this.#checks.keys()]
    const ours = await services.solveChecks.work.renew(owner, checks, LEASE_SECONDS)
    for (const id of checks) if (!ours.has(id)) this.#checks.get(id)?.abort()
  }

  async #pollUntilDone(): Promise<void> {
    while (this.#rerun && !this.#closed) {
      this.#rerun = false
      await this.#poll().catch((error: Error) => {
        this.context.log.warn({ err: error.message }, 'instances_not_looked_after')
      })
    }
  }

  async #poll(): Promise<void> {
    const { services, status } = this.context
    // First: a process that was suspended for longer than its lease must not claim what it still runs.
    await this.renew()
    await this.#claimStops()
    await services.instances.work.requeueAbandoned()
    await this.#claimStarts()
    if (status.up) await this.#claimChecks()
    if (status.up) await this.#claimPulls()
  }

  async #claimStops(): Promise<void> {
    const { context } = this
    const { engineId, owner, services, status } = context
    const slots = status.up ? STOPS_AT_ONCE - this.#stops.size : 0
    for (const claim of await services.instances.work.claimStops(engineId, owner, slots, LEASE_SECONDS)) {
      this.#stops.add(claim.id)
      // A start that another process took over may still create objects: wait, so that they can be removed.
      const before = this.#starts.get(claim.id)
      before?.cancel.abort(new Cancelled('it is being stopped'))
      const done = Promise.resolve(before?.done)
        .catch(() => {})
        .then(() =>
          inSpan('stop instance', { 'halyard.instance': claim.id }, () => stopClaimed(context, claim))
        )
      this.#run(done, () => this.#stops.delete(claim.id))
    }
  }

  async #claimStarts(): Promise<void> {
    const { engineId, env, owner, refused, services } = this.context
    const slots = STARTS_AT_ONCE - this.#starts.size
    // Each change of an instance notifies; reading a long queue every time costs as much as a start.
    if (slots <= 0) {
      if (performance.now() - this.#fullAt < FULL_POLL_MS) return
      this.#fullAt = performance.now()
    }
    const claims = await services.instances.work.claimStarts({
      engineId,
      owner,
      slots,
      leaseSeconds: LEASE_SECONDS,
      pool: env.INSTANCE_POOL,
      ports: env.INSTANCE_PORTS,
      avoid: refused.current()
    })
    for (const claim of claims) this.#begin(claim)
  }

  #begin(claim: ClaimedStart): void {
    const cancel = new AbortController()
    // This process may claim the same instance again: the first attempt must end before.
    const before = this.#starts.get(claim.id)
    before?.cancel.abort(new Cancelled('another attempt has begun'))
    const done = Promise.resolve(before?.done)
      .catch(() => {})
      .then(() =>
        inSpan('start instance', { 'halyard.instance': claim.id }, () =>
          startClaimed(this.context, claim, cancel.signal)
        )
      )
    const running = { cancel, done }
    this.#starts.set(claim.id, running)
    this.#run(done, () => {
      if (this.#starts.get(claim.id) === running) this.#starts.delete(claim.id)
    })
  }

  async #claimChecks(): Promise<void> {
    const { context } = this
    const { engineId, owner, services } = context
    const slots = CHECKS_AT_ONCE - this.#checks.size
    const claims = await services.solveChecks.work.claim({ engineId, owner, slots, seconds: LEASE_SECONDS })
    for (const claim of claims) {
      const cancel = new AbortController()
      this.#checks.set(claim.id, cancel)
      this.#run(
        inSpan('check solve', { 'halyard.instance': claim.instance }, () =>
          checkClaimed(context, claim, cancel.signal)
        ),
        () => this.#checks.delete(claim.id)
      )
    }
  }

  async #claimPulls(): Promise<void> {
    const { context } = this
    const { engineId, owner, services } = context
    while (this.#pulls < PULLS_AT_ONCE) {
      const claim = await services.engines.work.claimImage(engineId, owner, PULL_LEASE_SECONDS)
      if (!claim) return
      this.#pulls++
      this.#run(
        inSpan('pull image', {}, () => pullClaimed(context, claim)),
        () => this.#pulls--
      )
    }
  }

  #run(job: Promise<void>, done: () => void): void {
    const task = job
      .catch((error: Error) => this.context.log.error({ err: error }, 'worker_failed'))
      .finally(() => {
        this.#running.delete(task)
        done()
        this.scan()
      })
    this.#running.add(task)
  }
}
