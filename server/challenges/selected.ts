import { bool, nullable, number, type Pool, rows, text, time } from '~/server/db'
import { teamsAtOnce } from '~/server/instances'
import { ENABLING, ENABLING_ROW, fileStock } from './queries'
import type { SelectedChallenge, SelectedChallenges } from './selected-contract'

const SELECTED = {
  ...ENABLING_ROW,
  id: number,
  title: text,
  isEnabled: bool,
  releaseAt: nullable(time),
  originalScore: number,
  solves: number,
  submissions: number,
  instances: number,
  /** Concurrent instances of a team; 0 = no limit. */
  limit: number
}

/**
 * In the order of `ids`; those of other games are left out. `room`: how many teams could have an instance of each at
 * once; null if that is unknown.
 */
export async function listSelectedChallenges(
  pool: Pool,
  gameId: number,
  ids: readonly number[]
): Promise<SelectedChallenges> {
  const found = await rows(
    pool,
    SELECTED,
    `SELECT c.id, c.title, c.enabled AS "isEnabled", c.release_at AS "releaseAt", c.original_score AS "originalScore",
       (SELECT count(*)::int FROM solves s WHERE s.challenge_id = c.id) AS solves, coalesce(k.n, 0) AS submissions,
       (SELECT count(*)::int FROM instances i WHERE i.challenge_id = c.id AND i.kind = 'team' AND i.desired = 'up'
          AND i.state NOT IN ('ended', 'failed')) AS instances, g.container_limit AS "limit", ${ENABLING}
     FROM challenges c JOIN games g ON g.id = c.game_id LEFT JOIN challenge_counts k ON k.challenge_id = c.id
     WHERE c.game_id = $1 AND c.id = ANY($2::int[]) ORDER BY array_position($2::int[], c.id)`,
    [gameId, ids]
  )
  const challenges = found.map(
    ({ setup: _, engines: __, files, teams, limit: ___, ...one }): SelectedChallenge => ({
      ...one,
      stock: fileStock({ files, teams })
    })
  )
  const [{ engines, limit, teams } = { engines: null, limit: 0, teams: 0 }] = found
  const setups = found.flatMap(({ setup }) => setup ?? [])
  const fit = engines && teamsAtOnce(setups, limit, engines)
  return { challenges, room: fit === null ? null : { fit, teams } }
}
