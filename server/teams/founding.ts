import { number, row, type Sql, text } from '~/server/db'
import { AppError, isUniqueViolation } from '~/server/platform/errors'
import { randomHex } from '~/server/platform/ids'
import type { ShownFields } from './contract'

interface NewTeam extends Partial<ShownFields> {
  name: string
  bio: string | null
  captainId: string
  now: Date
}

/** A team whose captain is its only member. @returns its id @throws AppError `team.already_captain` */
export async function insertTeam(sql: Sql, team: NewTeam): Promise<number> {
  const { name, bio, captainId, now, affiliation = null, website = null, country = null } = team
  try {
    const made = await row(
      sql,
      { id: number },
      `WITH made AS (
         INSERT INTO teams (name, bio, captain_id, invite_token, created_at, affiliation, website, country)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id)
       INSERT INTO team_members (team_id, user_id, joined_at) SELECT id, $3, $5 FROM made RETURNING team_id AS id`,
      [name, bio, captainId, randomHex(16), now, affiliation, website, country]
    )
    return made!.id
  } catch (error) {
    if (isUniqueViolation(error, 'teams_captain_id_key')) throw new AppError('team.already_captain')
    throw error
  }
}

/** `name`, with the least number after it that makes it look like no team in the game, whose ledger the caller has locked. */
export async function findFreeTeamName(sql: Sql, gameId: number, name: string): Promise<string> {
  const free = await row(
    sql,
    { name: text },
    `SELECT c.name FROM (SELECT n, CASE n WHEN 1 THEN $2 ELSE $2 || ' ' || n END AS name FROM generate_series(1, 10000) n) c
     WHERE NOT EXISTS (SELECT FROM participations p JOIN teams t ON t.id = p.team_id
       WHERE p.game_id = $1 AND team_name_key(t.name) = team_name_key(c.name))
     ORDER BY c.n LIMIT 1`,
    [gameId, name]
  )
  return free?.name ?? name
}

/** The team that an account leads, with the number of its members; undefined for none. */
export const findCaptainedTeam = (sql: Sql, userId: string) =>
  row(
    sql,
    { id: number, members: number },
    `SELECT t.id, (SELECT count(*)::int FROM team_members m WHERE m.team_id = t.id) AS members
     FROM teams t WHERE t.captain_id = $1`,
    [userId]
  )
