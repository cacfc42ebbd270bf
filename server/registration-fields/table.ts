import { bool, json, nullable, number, oneOf, type Pool, rows, type Sql, text, time } from '~/server/db'
import { STORED_STATUSES } from '~/server/games/contract'
import { wireTime } from '~/server/platform/time'
import { answers, type RegistrationField } from './contract'

/** How many players and teams have answered each field, by id. */
export async function countAnswersByField(pool: Pool, gameId: number): Promise<Record<number, number>> {
  const counts = await rows(
    pool,
    { id: text, answers: number },
    `SELECT key AS id, count(*)::int AS answers FROM (
       SELECT jsonb_object_keys(answers) AS key FROM participations WHERE game_id = $1
       UNION ALL SELECT jsonb_object_keys(answers) FROM registrations WHERE game_id = $1) k
     GROUP BY key`,
    [gameId]
  )
  return Object.fromEntries(counts.map(({ id, answers }) => [Number(id), answers]))
}

const PLAYER = {
  teamId: number,
  team: text,
  division: nullable(text),
  status: oneOf(STORED_STATUSES),
  captain: bool,
  userName: text,
  realName: text,
  email: text,
  stdNumber: text,
  phone: nullable(text),
  affiliation: text,
  country: nullable(text),
  signedUp: time,
  player: json(answers),
  ofTeam: json(answers)
}

const PLAYERS = `
  SELECT t.id AS "teamId", t.name AS team, p.division, p.status, u.id = t.captain_id AS captain, u.user_name AS "userName",
    u.real_name AS "realName", u.email, u.std_number AS "stdNumber", u.phone, u.affiliation, u.country,
    r.created_at AS "signedUp", r.answers AS player, p.answers AS "ofTeam"
  FROM registrations r JOIN participations p ON p.id = r.participation_id JOIN teams t ON t.id = p.team_id
    JOIN users u ON u.id = r.user_id
  WHERE r.game_id = $1 ORDER BY p.id, u.id <> t.captain_id, r.created_at, u.id`

const COLUMNS = [
  ...['teamId', 'team', 'division', 'status', 'captain', 'userName', 'realName', 'email'],
  ...['studentNumber', 'phone', 'affiliation', 'country', 'signedUp']
]

/** Titles, and one line for each player who signed up: captains first in each team. */
export async function readAnswerTable(
  sql: Sql,
  gameId: number,
  fields: readonly RegistrationField[]
): Promise<(string | null)[][]> {
  const players = await rows(sql, PLAYER, PLAYERS, [gameId])
  const lines = players.map((one) => [
    ...[String(one.teamId), one.team, one.division, one.status, one.captain ? 'yes' : 'no', one.userName],
    ...[one.realName, one.email, one.stdNumber, one.phone, one.affiliation, one.country],
    wireTime(one.signedUp),
    ...fields.map(({ id, of }) => {
      const answer = (of === 'Player' ? one.player : one.ofTeam)[id]
      return answer === true ? 'yes' : (answer ?? null)
    })
  ])
  return [[...COLUMNS, ...fields.map(({ label }) => label)], ...lines]
}
