import { BLOOD_KINDS } from '~/scoring/rules'
import { nameKey } from '~/server/accounts'
import type { Sql } from '~/server/db'
import { appendEntries, type NewScoreEvent } from '~/server/ledger'
import { insertRows, reserveIds } from './bulk'
import type { ImportedIds, SeedEvent } from './contract'

const LEDGER_CHUNK = 5000

/** Writes the rows that judging every answer would have written. Ids follow time, which decides on bloods of equal times. */
export async function importSolves(sql: Sql, event: SeedEvent, ids: ImportedIds): Promise<void> {
  const { gameId, users, known, participations, challenges } = ids
  const who = (team: number, by?: string) =>
    (by === undefined ? undefined : known[team]?.members.get(nameKey(by))) ?? users[team]!
  const submissionIds = await reserveIds(sql, 'submissions', event.solves.length)
  const rows = event.solves.map(({ team, challenge, at, counts, by }, index) => ({
    id: submissionIds[index]!,
    participationId: participations[team]!,
    challengeId: challenges[challenge]!,
    userId: who(team, by),
    answer: event.challenges[challenge]!.flag,
    time: new Date(at),
    at,
    counts
  }))
  await insertRows(
    sql,
    'submissions',
    {
      id: ['int', ({ id }) => id],
      game_id: ['int', () => gameId],
      challenge_id: ['int', ({ challengeId }) => challengeId],
      participation_id: ['int', ({ participationId }) => participationId],
      user_id: ['uuid', ({ userId }) => userId],
      answer: ['text', ({ answer }) => answer],
      status: ['text', () => 'Accepted'],
      submitted_at: ['timestamptz', ({ time }) => time],
      judged_at: ['timestamptz', ({ time }) => time]
    },
    rows
  )
  const solves = rows.filter(({ counts }) => counts)
  await insertRows(
    sql,
    'solves',
    {
      challenge_id: ['int', ({ challengeId }) => challengeId],
      participation_id: ['int', ({ participationId }) => participationId],
      game_id: ['int', () => gameId],
      submission_id: ['int', ({ id }) => id],
      user_id: ['uuid', ({ userId }) => userId],
      solved_at: ['timestamptz', ({ time }) => time]
    },
    solves
  )
  await appendAll(sql, gameId, [
    ...opening(event, ids),
    ...solves.map(
      ({ at, participationId, challengeId, id: submissionId, userId }): NewScoreEvent => ({
        kind: 'solve',
        at,
        participationId,
        challengeId,
        submissionId,
        userId
      })
    )
  ])
  await sql.query(BLOODS, [gameId, BLOOD_KINDS])
}

function opening(
  { start: at, challenges, teams }: SeedEvent,
  { challenges: challengeIds, participations }: ImportedIds
): NewScoreEvent[] {
  return [
    ...challenges.flatMap(({ score, minScoreRate: minRate, difficulty, values }, index): NewScoreEvent[] => {
      const challengeId = challengeIds[index]!
      return [
        {
          kind: 'curve',
          at,
          challengeId,
          payload: { score, minRate, difficulty, ...(values && { values }) }
        },
        { kind: 'open', at, challengeId }
      ]
    }),
    ...teams.map(
      ({ division }, index): NewScoreEvent => ({
        kind: 'admit',
        at,
        participationId: participations[index]!,
        payload: { division }
      })
    )
  ]
}

async function appendAll(sql: Sql, gameId: number, events: NewScoreEvent[]): Promise<void> {
  for (let from = 0; from < events.length; from += LEDGER_CHUNK)
    await appendEntries(sql, gameId, events.slice(from, from + LEDGER_CHUNK))
}

const BLOODS = `
  INSERT INTO notices (game_id, type, challenge_id, "values", published_at)
  SELECT $1, ($2::text[])[place], challenge_id, ARRAY[team, challenge], solved_at
  FROM (
    SELECT v.challenge_id, v.solved_at, v.submission_id, t.name AS team, c.title AS challenge,
           row_number() OVER (PARTITION BY v.challenge_id ORDER BY v.solved_at, v.submission_id) AS place
    FROM solves v JOIN challenges c ON c.id = v.challenge_id JOIN participations p ON p.id = v.participation_id
    JOIN teams t ON t.id = p.team_id
    WHERE v.game_id = $1
  ) AS placed
  WHERE place <= 3 ORDER BY solved_at, submission_id`
