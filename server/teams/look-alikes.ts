import { number, row, type Sql, text } from '~/server/db'
import { AppError } from '~/server/platform/errors'

interface Named {
  teamId: number
  name: string
  gameIds: readonly number[]
}

/** Needs the games' ledger locks, which block joining (docs/rules/teams.md#team-names). */
const meeting = (sql: Sql, { teamId, name, gameIds }: Named) =>
  row(
    sql,
    { game: number, title: text },
    `SELECT g.id AS game, g.title FROM teams t JOIN participations p ON p.team_id = t.id JOIN games g ON g.id = p.game_id
     WHERE team_name_key(t.name) = team_name_key($2) AND t.id <> $1 AND p.game_id = ANY($3::int[]) ORDER BY g.id LIMIT 1`,
    [teamId, name, gameIds]
  )

/** @throws AppError `game.team_name_taken` */
export async function refuseLookAlike(
  sql: Sql,
  { gameId, ...named }: Omit<Named, 'gameIds'> & { gameId: number }
) {
  if (await meeting(sql, { ...named, gameIds: [gameId] })) throw new AppError('game.team_name_taken')
}

/** @throws AppError `team.name_taken` */
export async function refuseRename(sql: Sql, named: Named) {
  const met = await meeting(sql, named)
  if (met) throw new AppError('team.name_taken', 400, { params: { game: met.title } })
}
