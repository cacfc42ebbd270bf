import { withTimeout } from '~/server/platform/concurrency/timeout'
import type { Log } from '~/server/platform/log'
import type { Redis } from '~/server/platform/redis'
import type { Snapshots } from '../board/reader'
import { deltasKey, teamsKey } from '../board/redis-keys'
import type { Delta, PublicEvent } from '../rules'
import type { LatestSolve } from './contract'
import { decodeSolves, rankingField } from './rows'

/** Deltas that are read, and solves that are kept of them. */
const DELTAS = 64
const MAX_SOLVES = 32

const MAX_GAMES = 16
const TIMEOUT_MS = 300

interface Known {
  solves: Promise<readonly LatestSolve[] | null>
  revision: string | null
}

type Solve = Extract<PublicEvent, { kind: 'solve' }>

/** The solves that viewers were told last, read once for a version of the board. */
export class LatestSolves {
  readonly #known = new Map<number, Known>()

  constructor(
    private readonly redis: Redis,
    private readonly snapshots: Pick<Snapshots, 'revision' | 'answers'>,
    private readonly log: Log
  ) {}

  /** See `Ranking.latestSolves`. */
  async of(game: number): Promise<readonly LatestSolve[] | null> {
    if (!this.snapshots.answers()) return null
    const revision = this.snapshots.revision(game)
    const known = this.#known.get(game)
    if (known && revision !== null && known.revision === revision) return known.solves
    const solves = this.#read(game)
    const read: Known = { solves, revision }
    this.#known.delete(game)
    this.#known.set(game, read)
    // A failed read is not kept, so that the next call reads again.
    void solves.then((found) => found === null && this.#known.get(game) === read && this.#known.delete(game))
    if (this.#known.size > MAX_GAMES) this.#known.delete(this.#known.keys().next().value!)
    return solves
  }

  async #read(game: number): Promise<readonly LatestSolve[] | null> {
    try {
      const texts = await withTimeout(TIMEOUT_MS, this.redis.lRange(deltasKey(game), -DELTAS, -1))
      const told = texts
        .flatMap((text) => (JSON.parse(text) as Delta).events)
        .filter((event): event is Solve => event.kind === 'solve')
        .slice(-MAX_SOLVES)
      const teams = [...new Set(told.map(({ participationId }) => participationId))]
      if (teams.length === 0) return []
      const rows = await withTimeout(TIMEOUT_MS, this.redis.hmGet(teamsKey(game), teams.map(rankingField)))
      return onBoard(told, new Map(teams.map((team, at) => [team, rows[at] ?? null])))
    } catch (error) {
      this.log.debug({ game, err: (error as Error).message }, 'ranking_not_read')
      return null
    }
  }
}

/** Newest first; without what the board has no more, such as voided solves and those of suspended teams. */
function onBoard(told: readonly Solve[], rows: ReadonlyMap<number, string | null>): LatestSolve[] {
  const lines = new Map([...rows].map(([team, row]) => [team, row === null ? null : decodeSolves(row)]))
  const solves = told.flatMap(({ participationId, submissionId }): LatestSolve[] => {
    const line = lines.get(participationId)
    const solve = line?.solves.find(({ submission }) => submission === submissionId)
    return line && solve ? [{ team: line.team, name: line.name, ...solve }] : []
  })
  return solves.sort((a, b) => b.at - a.at || b.submission - a.submission)
}
