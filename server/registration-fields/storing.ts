import type { Change } from '~/server/change'
import { bool, json, number, type RowOf, row, type Sql } from '~/server/db'
import { AppError, notFound } from '~/server/platform/errors'
import { type Answers, answers, type RegistrationField, registrationFields } from './contract'

/**
 * The fields of a game, which stay until the end of the transaction: who edits them waits, and deletes answers to removed ones
 * afterwards. @throws AppError `game.not_found` 404
 */
export async function lockFields(sql: Sql, gameId: number): Promise<RegistrationField[]> {
  const found = await row(
    sql,
    { fields: json(registrationFields) },
    'SELECT registration_fields AS fields FROM games WHERE id = $1 FOR SHARE',
    [gameId]
  )
  if (!found) throw notFound('game.not_found')
  return found.fields
}

interface Edited {
  before: readonly RegistrationField[]
  fields: readonly RegistrationField[]
  /** How many players and teams may lose answers; absent: any number. */
  answersLost?: number
}

const LOST = `
  SELECT ((SELECT count(*) FROM participations WHERE game_id = $1 AND answers ?| $2)
    + (SELECT count(*) FROM registrations WHERE game_id = $1 AND answers ?| $2))::int AS answers`

/**
 * Deletes the answers to removed fields, after the game has its new ones, so that no answer comes in between.
 * @throws AppError `game.answers_lost` when more players and teams would lose some than the caller knows of
 */
export async function dropAnswers(
  tx: Change,
  gameId: number,
  { before, fields, answersLost }: Edited
): Promise<void> {
  const kept = new Set(fields.map(({ id }) => id))
  const removed = before.filter(({ id }) => !kept.has(id))
  if (removed.length === 0) return
  const ids = removed.map(({ id }) => String(id))
  if (answersLost !== undefined) {
    const lost = await row(tx, { answers: number }, LOST, [gameId, ids])
    if (lost!.answers > answersLost)
      throw new AppError('game.answers_lost', 400, {
        params: { answers: lost!.answers, list: removed.map(({ label }) => label).join(', ') },
        extra: { field: 'registrationFields', answers: lost!.answers }
      })
  }
  for (const table of ['participations', 'registrations'])
    await tx.query(
      `UPDATE ${table} SET answers = answers - $2::text[] WHERE game_id = $1 AND answers ?| $2::text[]`,
      [gameId, ids]
    )
}

const STORED = { participationId: number, member: bool, player: json(answers), team: json(answers) }

/**
 * Answers of a registered player and the team; none for the team if the player left it; null for other users. `lock` prevents
 * changes by others.
 */
export async function findAnswers(
  sql: Sql,
  gameId: number,
  userId: string,
  lock: '' | 'FOR NO KEY UPDATE' = ''
): Promise<RowOf<typeof STORED> | null> {
  const found = await row(
    sql,
    STORED,
    `SELECT p.id AS "participationId", m.is AS member, r.answers AS player,
       CASE WHEN m.is THEN p.answers ELSE '{}' END AS team
     FROM registrations r JOIN participations p ON p.id = r.participation_id CROSS JOIN LATERAL
       (SELECT EXISTS (SELECT FROM team_members WHERE team_id = p.team_id AND user_id = $2) AS is) m
     WHERE r.game_id = $1 AND r.user_id = $2 ${lock && `${lock} OF r, p`}`,
    [gameId, userId]
  )
  return found ?? null
}

/** Null for a team that is not in the game. */
export async function findTeamAnswers(
  sql: Sql,
  gameId: number,
  teamId: number
): Promise<{ participationId: number; answers: Answers } | null> {
  const found = await row(
    sql,
    { participationId: number, answers: json(answers) },
    'SELECT id AS "participationId", answers FROM participations WHERE game_id = $1 AND team_id = $2',
    [gameId, teamId]
  )
  return found ?? null
}

/** `team`: null leaves its answers as they are. */
export async function storeAnswers(
  sql: Sql,
  { gameId, userId, participationId }: { gameId: number; userId: string; participationId: number },
  { player, team }: { player: Answers; team: Answers | null }
): Promise<void> {
  if (team)
    await sql.query('UPDATE participations SET answers = $2 WHERE id = $1 AND answers <> $2', [
      participationId,
      JSON.stringify(team)
    ])
  await sql.query(
    'UPDATE registrations SET answers = $3 WHERE game_id = $1 AND user_id = $2 AND answers <> $3',
    [gameId, userId, JSON.stringify(player)]
  )
}
