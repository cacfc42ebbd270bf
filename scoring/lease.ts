import type { Log } from '~/server/platform/log'
import { within } from '~/server/platform/within'
import { LEASE_MS, type Scripts } from './board/scripts'

const TIMEOUT_MS = 1000

/**
 * Which games this process leads. Leading saves work, it guards nothing: two judges at once are kept apart by
 * Postgres, and Redis takes a board only from its leader. While Redis is away everybody may go on.
 */
export class Leases {
  /** Game → until when the lead is certain (milliseconds of `performance.now()`). */
  readonly #held = new Map<number, number>()

  constructor(
    private readonly scripts: Scripts,
    private readonly log: Log
  ) {}

  /** True when this process leads the game, or nobody can tell; takes a lead that nobody has. */
  async hold(game: number): Promise<boolean> {
    return this.leads(game) || this.renew(game)
  }

  /** True when this process is certain to lead the game. */
  leads(game: number): boolean {
    return (this.#held.get(game) ?? 0) > performance.now()
  }

  /** Asks Redis in any case; keeps the lead for `LEASE_MS`. */
  async renew(game: number): Promise<boolean> {
    const asked = performance.now()
    try {
      const leads = await within(TIMEOUT_MS, this.scripts.hold(game))
      if (leads) this.#held.set(game, asked + LEASE_MS * 0.8)
      else this.#held.delete(game)
      return leads
    } catch (error) {
      this.log.debug({ game, err: (error as Error).message }, 'lease_not_asked')
      return true
    }
  }

  async release(game: number): Promise<void> {
    this.#held.delete(game)
    await within(TIMEOUT_MS, this.scripts.release(game)).catch(() => {})
  }
}
