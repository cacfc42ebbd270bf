import type { BoardSnapshot } from '../board/snapshot'
import { RankHistories, type RankHistory } from '../rules'

/** Milliseconds that ranks over time may be behind, since each version would mean reading all teams. */
const STALE_MS = 5000
/** Limits of memory: games, and teams of each. */
const MAX_GAMES = 8
const MAX_TEAMS = 1000

interface Kept {
  etag: string
  madeAt: number
  histories: RankHistories
  teams: Map<number, RankHistory | null>
}

/** Ranks of teams over time, computed at most once for a version and once in STALE_MS. */
export class Histories {
  readonly #kept = new Map<number, Kept>()

  of(board: BoardSnapshot, teamId: number): RankHistory | null {
    const kept = this.#keptOf(board)
    const known = kept.teams.get(teamId)
    if (known !== undefined) return known
    const found = kept.histories.of(teamId)
    if (kept.teams.size >= MAX_TEAMS) kept.teams.clear()
    kept.teams.set(teamId, found)
    return found
  }

  #keptOf(board: BoardSnapshot): Kept {
    const { gameId, etag } = board
    const known = this.#kept.get(gameId)
    const now = Date.now()
    const isUsable = known && (known.etag === etag || now - known.madeAt < STALE_MS)
    const kept = isUsable
      ? known
      : {
          etag,
          madeAt: now,
          histories: new RankHistories(board.items(0, board.teamCount)),
          teams: new Map<number, RankHistory | null>()
        }
    this.#kept.delete(gameId)
    this.#kept.set(gameId, kept)
    if (this.#kept.size > MAX_GAMES) this.#kept.delete(this.#kept.keys().next().value as number)
    return kept
  }
}
