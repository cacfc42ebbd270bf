import type { ClaimedStart, Place } from '~/server/instances'
import { EngineError } from './engine/engine'

/** Milliseconds for which a refused network or port is avoided: whoever else has it may end its instance. */
const AVOIDED_MS = 60_000

/**
 * Networks and ports that an engine refused because somebody else has them, such as another install on the same engine.
 * Without this memory an install whose ranges are nearly full would draw the same taken ones again and again.
 */
export class RefusedPlaces {
  readonly #until = new Map<string | number, number>()
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Remembers what of the claim's place the error speaks of. Does nothing when it is about something else. */
  note(error: unknown, { subnet, endpoints }: Pick<ClaimedStart, 'subnet' | 'endpoints'>): void {
    const fault = error instanceof EngineError ? error.fault : null
    const until = this.#now() + AVOIDED_MS
    if (fault === 'subnet_taken') this.#until.set(subnet, until)
    // The engine's text names one port only sometimes.
    if (fault === 'port_taken') for (const { published } of endpoints) this.#until.set(published, until)
  }

  /** What to avoid now. */
  current(): Pick<Place, 'ports'> & { subnets: string[] } {
    const now = this.#now()
    for (const [what, until] of this.#until) if (until <= now) this.#until.delete(what)
    const all = [...this.#until.keys()]
    return {
      subnets: all.filter((one) => typeof one === 'string'),
      ports: all.filter((one) => typeof one === 'number')
    }
  }
}
