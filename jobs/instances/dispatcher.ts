import type { ClaimedStart } from '~/server/instances'
import { STARTS_AT_ONCE } from '~/server/instances'
import type { Env } from '~/server/platform/env'
import type { Log } from '~/server/platform/log'
import type { Services } from '~/server/services'
import { type Context, LEASE_SECONDS } from './context'
import { PULL_LEASE_SECONDS, pull } from './pulling'
import { Cancelled, start } from './starting'
import { stop } from './stopping'

/** At a time, of one process. */
const STOPS_AT_ONCE = 8
const PULLS_AT_ONCE = 2
/** Milliseconds between two looks at the queue while every place for a start is taken: they only note what it waits for. */
const FULL_LOOK_MS = 1000

interface Needs {
  services: Pick<Services, 'instances' | 'engines'>
  /** Names this process in leases. */
  owner: string
  env: Env
  log: Log
}

/** A start that is under way, and how to give it up. */
interface Begun {
  cancel: AbortController
  done: Promise<void>
}

/** Claims work that is due and has it done, as much at a time as there are places for. */
export class Dispatcher {
  /** Null while there is no engine: then only what never got to one is looked after. */
  context: Context | null = null
  readonly #starts = new Map<string, Begun>()
  readonly #stops = new Set<string>()
  readonly #running = new Set<Promise<void>>()
  #pulls = 0
  /** When the queue was last looked at without a place in it to give. */
  #fullAt = Number.NEGATIVE_INFINITY
  #looking: Promise<void> | null = null
  #again = false
  #closed = false

  constructor(private readonly needs: Needs) {}

  /** Looks for work; whoever asks while it looks makes it look again. */
  scan = (): void => {
    this.#again = true
    if (this.#closed) return
    this.#looking ??= this.#lookUntilDone().finally(() => {
      this.#looking = null
    })
  }

  /** Takes on nothing more and waits for what is under way. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#looking
    await Promise.all(this.#running)
  }

  /** Keeps what is under way this process' own; gives up what nobody wants any more. */
  async renew(): Promise<void> {
    const starts = [...this.#starts.keys()]
    const { work } = this.needs.services.instances
    const wanted = await work.renew(this.needs.owner, [...starts, ...this.#stops], LEASE_SECONDS)
    for (const id of starts)
      if (!wanted.has(id)) this.#starts.get(id)?.cancel.abort(new Cancelled('nobody wants it any more'))
  }

  async #lookUntilDone(): Promise<void> {
    while (this.#again && !this.#closed) {
      this.#again = false
      await this.#look().catch((error: Error) => {
        this.needs.log.warn({ err: error.message }, 'instances_not_looked_after')
      })
    }
  }

  /** Stops come before starts: they make room. */
  async #look(): Promise<void> {
    const { work } = this.needs.services.instances
    const { context } = this
    if (!context) {
      await work.claimStops(null, this.needs.owner, 0, LEASE_SECONDS)
      await work.settleEngineless()
      return
    }
    // Before anything is claimed: who was held up for longer than its lease must not take on twice what it has.
    await this.renew()
    await this.#takeStops(context)
    await work.requeueAbandoned()
    await this.#takeStarts(context)
    if (context.status.up) await this.#takePulls(context)
  }

  async #takeStops(context: Context): Promise<void> {
    const slots = context.status.up ? STOPS_AT_ONCE - this.#stops.size : 0
    const { work } = this.needs.services.instances
    for (const claim of await work.claimStops(context.engineId, this.needs.owner, slots, LEASE_SECONDS)) {
      this.#stops.add(claim.id)
      // A start that was taken from this process may still be making things: they must be there to be removed.
      const before = this.#starts.get(claim.id)
      before?.cancel.abort(new Cancelled('it is being stopped'))
      const done = Promise.resolve(before?.done)
        .catch(() => {})
        .then(() => stop(context, claim))
      this.#run(done, () => this.#stops.delete(claim.id))
    }
  }

  async #takeStarts(context: Context): Promise<void> {
    const { env, owner, services } = this.needs
    const slots = STARTS_AT_ONCE - this.#starts.size
    // Whatever happens to an instance makes us look; going through a long queue each time would cost as much as a start.
    if (slots <= 0) {
      if (performance.now() - this.#fullAt < FULL_LOOK_MS) return
      this.#fullAt = performance.now()
    }
    const claims = await services.instances.work.claimStarts({
      engineId: context.engineId,
      owner,
      slots,
      leaseSeconds: LEASE_SECONDS,
      pool: env.INSTANCE_POOL,
      ports: env.INSTANCE_PORTS
    })
    for (const claim of claims) this.#begin(context, claim)
  }

  #begin(context: Context, claim: ClaimedStart): void {
    const cancel = new AbortController()
    // An attempt that was taken from this process and came back to it: the first must be out of the way.
    const before = this.#starts.get(claim.id)
    before?.cancel.abort(new Cancelled('another attempt has begun'))
    const done = Promise.resolve(before?.done)
      .catch(() => {})
      .then(() => start(context, claim, cancel.signal))
    const begun = { cancel, done }
    this.#starts.set(claim.id, begun)
    this.#run(done, () => {
      if (this.#starts.get(claim.id) === begun) this.#starts.delete(claim.id)
    })
  }

  async #takePulls(context: Context): Promise<void> {
    const { work } = this.needs.services.engines
    while (this.#pulls < PULLS_AT_ONCE) {
      const claim = await work.claimImage(context.engineId, this.needs.owner, PULL_LEASE_SECONDS)
      if (!claim) return
      this.#pulls++
      this.#run(pull(context, claim), () => this.#pulls--)
    }
  }

  #run(job: Promise<void>, done: () => void): void {
    const under = job
      .catch((error: Error) => this.needs.log.error({ err: error }, 'worker_failed'))
      .finally(() => {
        this.#running.delete(under)
        done()
        this.scan()
      })
    this.#running.add(under)
  }
}
