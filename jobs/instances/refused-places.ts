import type { ClaimedStart, NetworkSlot } from '~/server/instances'
import { EngineError } from './engine/engine'

const AVOIDED_MS = 60_000

/** Networks and ports that other installs use, so that one with few free ones does not draw them again. */
export class RefusedPlaces {
  readonly #until = new Map<string | number, number>()
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Remembers the network or port that the error is about; ignores other errors. */
  note(error: unknown, { subnet, endpoints }: Pick<ClaimedStart, 'subnet' | 'endpoints'>): void {
    const fault = error instanceof EngineError ? error.fault : null
    const until = this.#now() + AVOIDED_MS
    if (fault === 'subnet_taken') this.#until.set(subnet, until)
    // The engine names the port only sometimes.
    if (fault === 'port_taken') for (const { published } of endpoints) this.#until.set(published, until)
  }

  current(): Pick<NetworkSlot, 'ports'> & { subnets: string[] } {
    const now = this.#now()
    for (const [what, until] of this.#until) if (until <= now) this.#until.delete(what)
    const all = [...this.#until.keys()]
    return {
      subnets: all.filter((one) => typeof one === 'string'),
      ports: all.filter((one) => typeof one === 'number')
    }
  }
}
