import { number, rows as read, type Sql, text, time } from '~/server/db'
import { queueWebhooks } from '~/server/webhooks'
import type { Judged } from './verdicts'

const RECORDED = { id: number, at: time, challenge: text, team: text, source: text }

/**
 * Records answers with another team's flag, an event of each, and messages for webhooks (docs/rules/flags.md#cheat-check).
 * @param cheats verdicts with a source
 */
export async function recordCheats(sql: Sql, gameId: number, cheats: readonly Judged[]): Promise<void> {
  const recorded = await read(sql, RECORDED, {
    name: 'judge_cheats',
    text: `
      WITH given AS (
        SELECT * FROM unnest($2::int[], $3::int[], $4::int[]) AS g (submission_id, participation_id, source_id)
      ), recorded AS (
        INSERT INTO cheats (submission_id, game_id, participation_id, source_participation_id)
        SELECT submission_id, $1, participation_id, source_id FROM given
      ), told AS (
        SELECT s.id, s.submitted_at AS at, c.title AS challenge, own.name AS team, source.name AS source, s.user_id,
          s.participation_id, s.ip
        FROM given g
        JOIN submissions s ON s.id = g.submission_id
        JOIN challenges c ON c.id = s.challenge_id
        JOIN participations p ON p.id = g.participation_id
        JOIN teams own ON own.id = p.team_id
        JOIN participations q ON q.id = g.source_id
        JOIN teams source ON source.id = q.team_id
      ), events AS (
        INSERT INTO game_events (game_id, type, "values", at, user_id, participation_id, ip)
        SELECT $1, 'CheatDetected', ARRAY[challenge, team, source], at, user_id, participation_id, ip
        FROM told ORDER BY at, id
      )
      SELECT id, at, challenge, team, source FROM told ORDER BY at, id`,
    values: [
      gameId,
      cheats.map(({ id }) => id),
      cheats.map(({ participationId }) => participationId),
      cheats.map(({ sourceId }) => sourceId)
    ]
  })
  await queueWebhooks(
    sql,
    gameId,
    recorded.map(({ id, at, ...data }) => ({ type: 'cheat_detected', key: `cheat-${id}`, at, data }))
  )
}
