import { openSnapshots, type SnapshotNeeds, type Snapshots } from './board/reader'
import type { Ranking } from './ranking/contract'
import { createRanking } from './ranking/reader'

/** Boards for pages and calls: bytes of whole boards, and parts of their ranking. */
export interface BoardReader extends Pick<Snapshots, 'snapshot' | 'asOf' | 'close'>, Ranking {}

export async function createBoardReader({ redis, db, log }: SnapshotNeeds): Promise<BoardReader> {
  const snapshots = await openSnapshots({ redis, db, log })
  const ranking = createRanking(redis, snapshots, log)
  return {
    snapshot: (game) => snapshots.snapshot(game),
    asOf: (game) => snapshots.asOf(game),
    around: (game, participation, count) => ranking.around(game, participation, count),
    part: (game, query, own) => ranking.part(game, query, own),
    ranksAt: (game, at) => ranking.ranksAt(game, at),
    latestSolves: (game) => ranking.latestSolves(game),
    divisionBest: (game) => ranking.divisionBest(game),
    team: (game, teamId) => ranking.team(game, teamId),
    line: (game, participation) => ranking.line(game, participation),
    course: (game, teamId) => ranking.course(game, teamId),
    close: () => snapshots.close()
  }
}
