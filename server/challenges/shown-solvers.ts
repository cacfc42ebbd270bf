import { priceChallenge } from '~/scoring/rules'
import { nullable, number, row, type Sql, time } from '~/server/db'
import { FROZEN_SQL, foldPublicBoard, freeSolvesSql } from '~/server/public-board'
import { SOLVERS_SQL } from './queries'

/** Solvers of the challenge that lower its value on the public board, which a freeze may hold back. */
export async function countShownSolvers(sql: Sql, challengeId: number): Promise<number> {
  const found = await row(
    sql,
    { gameId: number, frozen: nullable(time), solvers: number, free: number },
    `SELECT g.id AS "gameId", CASE WHEN ${FROZEN_SQL} THEN g.freeze_at END AS frozen, ${SOLVERS_SQL} AS solvers, ${freeSolvesSql()} AS free
     FROM challenges c JOIN games g ON g.id = c.game_id WHERE c.id = $1`,
    [challengeId]
  )
  if (!found) return 0
  if (!found.frozen) return found.solvers - found.free
  // The rows have forgotten what corrections changed behind the freeze.
  const board = await foldPublicBoard(sql, found.gameId, found.frozen.getTime())
  const challenge = board.challenges.get(challengeId)
  if (!challenge) return 0
  const { solved, free } = priceChallenge(challenge, board.bonus)
  return solved - free
}
