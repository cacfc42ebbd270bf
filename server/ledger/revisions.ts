import { number, row, type Sql } from '~/server/db'
import type { NotificationReason, Revision } from './contract'

export const REVISION = { rebuilds: number, refreshes: number }

/** SQL: columns of REVISION, of the table `board_revisions` that is joined as `v`; zero without a row. */
export const REVISION_COLUMNS = `coalesce(v.rebuilds, 0) AS rebuilds, coalesce(v.refreshes, 0) AS refreshes`

/** Counts what the notifications of a change say, as its last statement. Games that are deleted meanwhile are skipped. */
export async function reviseBoards(
  sql: Sql,
  notifications: readonly (readonly [game: number, reason: NotificationReason])[]
): Promise<void> {
  const counted = notifications.filter(([, reason]) => reason === 'rebuild' || reason === 'refresh')
  if (counted.length === 0) return
  const games = [...new Set(counted.map(([game]) => game))]
  const has = (game: number, reason: NotificationReason) =>
    counted.some(([one, said]) => one === game && said === reason) ? 1 : 0
  await sql.query(
    `INSERT INTO board_revisions (game_id, rebuilds, refreshes)
     SELECT n.game, n.rebuilds, n.refreshes
     FROM unnest($1::int[], $2::int[], $3::int[]) AS n (game, rebuilds, refreshes) JOIN games g ON g.id = n.game
     ORDER BY n.game FOR KEY SHARE OF g
     ON CONFLICT (game_id) DO UPDATE SET rebuilds = board_revisions.rebuilds + excluded.rebuilds,
       refreshes = board_revisions.refreshes + excluded.refreshes`,
    [games, games.map((game) => has(game, 'rebuild')), games.map((game) => has(game, 'refresh'))]
  )
}

/** Null when the game does not exist. */
export async function findRevision(sql: Sql, gameId: number): Promise<Revision | null> {
  const found = await row(sql, REVISION, {
    name: 'board_revision',
    text: `SELECT ${REVISION_COLUMNS} FROM games g LEFT JOIN board_revisions v ON v.game_id = g.id WHERE g.id = $1`,
    values: [gameId]
  })
  return found ?? null
}
