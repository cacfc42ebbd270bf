import type { Sql } from '~/server/db'
import type { Judged } from './verdicts'

/** Records answers with another team's flag, and an event of each (docs/rules/flags.md#cheat-check). */
export async function recordCheats(sql: Sql, gameId: number, rows: readonly Judged[]): Promise<void> {
  const cheats = rows.filter(({ sourceId }) => sourceId !== null)
  if (cheats.length === 0) return
  await sql.query({
    name: 'judge_cheats',
    text: `
      WITH given AS (
        SELECT * FROM unnest($2::int[], $3::int[], $4::int[]) AS g (submission_id, participation_id, source_id)
      ), recorded AS (
        INSERT INTO cheats (submission_id, game_id, participation_id, source_participation_id)
        SELECT submission_id, $1, participation_id, source_id FROM given
      )
      INSERT INTO game_events (game_id, type, "values", at, user_id, participation_id, ip)
      SELECT $1, 'CheatDetected', ARRAY[c.title, own.name, source.name], s.submitted_at, s.user_id, s.participation_id, s.ip
      FROM given g
      JOIN submissions s ON s.id = g.submission_id
      JOIN challenges c ON c.id = s.challenge_id
      JOIN participations p ON p.id = g.participation_id
      JOIN teams own ON own.id = p.team_id
      JOIN participations q ON q.id = g.source_id
      JOIN teams source ON source.id = q.team_id
      ORDER BY s.submitted_at, s.id`,
    values: [
      gameId,
      cheats.map(({ id }) => id),
      cheats.map(({ participationId }) => participationId),
      cheats.map(({ sourceId }) => sourceId)
    ]
  })
}
