import { withTimeout } from '~/server/platform/concurrency/timeout'
import type { Log } from '~/server/platform/log'
import type { Redis } from '~/server/platform/redis'
import { HOUR_MS } from '~/server/platform/time'
import type { Snapshots } from '../board/reader'
import { pastKey } from '../board/redis-keys'

/**
 * Rankings of earlier times. The first snapshot that is stored in a slot of ten minutes keeps the ranking before it
 * (board/scripts.ts), which therefore is that of the slot's beginning; a slot without one has the ranking of the next.
 * The hash `h:{g}:past` has by slot: when the ranking was made, in Unix milliseconds; a space; participations, best first.
 */
const SLOT_MS = 600_000
/** How long a ranking is kept. */
export const KEEP_PAST_MS = 2 * HOUR_MS

const MAX_GAMES = 16
const TIMEOUT_MS = 300

/** The beginning of the slot of a time, in Unix milliseconds. */
export const pastSlot = (at: number): number => at - (at % SLOT_MS)

/** Rank by participation. */
export type Ranks = ReadonlyMap<number, number>

interface Known {
  slot: number
  ranks: Promise<Ranks | null>
  /** The revision for which null is true; a ranking that was found stays true. */
  revision: string | null
}

export class PastRanks {
  readonly #known = new Map<number, Known>()

  constructor(
    private readonly redis: Redis,
    private readonly snapshots: Pick<Snapshots, 'revision' | 'answers'>,
    private readonly log: Log
  ) {}

  /** See `Ranking.ranksAt`. */
  async at(game: number, at: number): Promise<Ranks | null> {
    if (!this.snapshots.answers()) return null
    const slot = pastSlot(at)
    const revision = this.snapshots.revision(game)
    const known = this.#known.get(game)
    if (known?.slot === slot) {
      const ranks = await known.ranks.catch(() => null)
      if (ranks !== null || (revision !== null && known.revision === revision)) return ranks
    }
    const ranks = this.#read(game, slot)
    const read: Known = { slot, ranks, revision }
    this.#known.delete(game)
    this.#known.set(game, read)
    if (this.#known.size > MAX_GAMES) this.#known.delete(this.#known.keys().next().value!)
    try {
      return await ranks
    } catch (error) {
      if (this.#known.get(game) === read) this.#known.delete(game)
      this.log.debug({ game, err: (error as Error).message }, 'ranking_not_read')
      return null
    }
  }

  async #read(game: number, slot: number): Promise<Ranks | null> {
    const key = pastKey(game)
    const slots = await withTimeout(TIMEOUT_MS, this.redis.hKeys(key))
    const next = Math.min(...slots.map(Number).filter((one) => one >= slot))
    if (next === Number.POSITIVE_INFINITY) return null
    const text = await withTimeout(TIMEOUT_MS, this.redis.hGet(key, String(next)))
    return text ? ranksIn(text, slot) : null
  }
}

/** Null if the ranking was made after `at`: Redis lost the earlier ones. */
function ranksIn(text: string, at: number): Ranks | null {
  const space = text.indexOf(' ')
  if (Number(text.slice(0, space)) > at) return null
  const teams = text.slice(space + 1).split(',')
  return new Map(teams.map((participation, place) => [Number(participation), place + 1]))
}
