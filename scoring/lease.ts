import { withTimeout } from '~/server/platform/concurrency/timeout'
import type { Log } from '~/server/platform/log'
import { LEASE_MS, type Scripts } from './board/scripts'

const TIMEOUT_MS = 1000

/** The leases of games. They only save work: Postgres lets one judge through, and without Redis all go on. */
export class Leases {
  /** Game → end of the certain lease, by performance.now(). */
  readonly #held = new Map<number, number>()

  constructor(
    private readonly scripts: Scripts,
    private readonly log: Log
  ) {}

  /** @returns true when this process leads the game, or Redis is away */
  async acquire(game: number): Promise<boolean> {
    return this.leads(game) || this.renew(game)
  }

  leads(game: number): boolean {
    return (this.#held.get(game) ?? 0) > performance.now()
  }

  /** Always queries Redis. @returns as `acquire` */
  async renew(game: number): Promise<boolean> {
    const requestedAt = performance.now()
    try {
      const leads = await withTimeout(TIMEOUT_MS, this.scripts.acquireLease(game))
      if (leads) this.#held.set(game, requestedAt + LEASE_MS * 0.8)
      else this.#held.delete(game)
      return leads
    } catch (error) {
      this.log.debug({ game, err: (error as Error).message }, 'lease_not_renewed')
      return true
    }
  }

  async release(game: number): Promise<void> {
    this.#held.delete(game)
    await withTimeout(TIMEOUT_MS, this.scripts.release(game)).catch(() => {})
  }
}
