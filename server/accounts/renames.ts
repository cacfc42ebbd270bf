import type { Change } from '~/server/change'
import { number, rows, type Sql } from '~/server/db'

/** Games whose boards, feeds or lists may show the account's name. */
export async function listGamesShowingAccount(sql: Sql, id: string): Promise<number[]> {
  const games = await rows(
    sql,
    { gameId: number },
    `SELECT game_id AS "gameId" FROM registrations WHERE user_id = $1
     UNION SELECT game_id FROM submissions WHERE user_id = $1 ORDER BY 1`,
    [id]
  )
  return games.map(({ gameId }) => gameId)
}

/** Drops what shows the accounts' old names, and notifies scoring of the games whose boards may show them. */
export async function publishRenames(tx: Change, ids: string[]): Promise<void> {
  tx.invalidate('posts', ...ids.map((id) => `user:${id}`))
  for (const id of ids)
    for (const game of await listGamesShowingAccount(tx, id)) tx.notifyScoring(game, 'refresh')
}
