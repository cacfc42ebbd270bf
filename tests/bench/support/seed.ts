import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { appendEntries, type NewScoreEvent } from '~/server/ledger'
import { DAY_MS } from '~/server/platform/time'

/** A game for the load: every challenge has one flag `flag{N}`. */
export interface Seeded {
  gameId: number
  /** `Cookie` headers, one per player, team by team. */
  cookies: string[]
  participationIds: number[]
  challengeIds: number[]
}

async function seedGame(sql: pg.PoolClient, title: string): Promise<number> {
  const { rows } = await sql.query<{ id: number }>(
    `INSERT INTO games (title, start_at, end_at, public_key, private_seed, practice_mode)
     VALUES ($1, $2, $3, $4, $5, false) RETURNING id`,
    [title, new Date(Date.now() - DAY_MS), new Date(Date.now() + DAY_MS), 'x', 'x']
  )
  return rows[0]!.id
}

async function seedTeams(sql: pg.PoolClient, gameId: number, teams: number, members: number) {
  const tag = randomBytes(3).toString('hex')
  const people = await sql.query<{ id: string }>(
    `INSERT INTO users (id, user_name, user_name_key, email, email_key, password_hash, active)
     SELECT gen_random_uuid(), n, n, n || '@bench', n || '@bench', '', true
     FROM (SELECT $1 || '-' || i AS n FROM generate_series(1, $2::int) i) names RETURNING id`,
    [tag, teams * members]
  )
  const users = people.rows.map(({ id }) => id)
  const captainOf = users.map((_, n) => users[n - (n % members)]!)
  const captains = [...new Set(captainOf)]
  const secrets = users.map(() => randomBytes(20).toString('hex'))
  const hashes = secrets.map((secret) => createHash('sha256').update(secret).digest('hex'))
  await sql.query(
    `INSERT INTO sessions (id, user_id, expires_at)
     SELECT id, user_id, now() + interval '7 days' FROM unnest($1::text[], $2::uuid[]) AS s (id, user_id)`,
    [hashes, users]
  )
  await sql.query(
    `INSERT INTO teams (name, captain_id, invite_token)
     SELECT 'Team ' || n, user_id, repeat('0', 32) FROM unnest($1::uuid[]) WITH ORDINALITY AS u (user_id, n)`,
    [captains]
  )
  await sql.query(
    `INSERT INTO team_members (team_id, user_id)
     SELECT teams.id, member.id FROM unnest($1::uuid[], $2::uuid[]) AS member (id, captain)
     JOIN teams ON teams.captain_id = member.captain`,
    [users, captainOf]
  )
  const joined = await sql.query<{ id: number; captain: string }>(
    `WITH joined AS (
       INSERT INTO participations (game_id, team_id, status, token)
       SELECT $2, id, 'Accepted', 'token' FROM teams WHERE captain_id = ANY ($1) RETURNING id, team_id)
     SELECT joined.id, teams.captain_id AS captain FROM joined JOIN teams ON teams.id = joined.team_id`,
    [captains, gameId]
  )
  const byCaptain = new Map(joined.rows.map(({ id, captain }) => [captain, id]))
  const participationIds = captains.map((captain) => byCaptain.get(captain)!)
  await sql.query(
    `INSERT INTO registrations (game_id, user_id, participation_id)
     SELECT $1, user_id, id FROM unnest($2::uuid[], $3::int[]) AS r (user_id, id)`,
    [gameId, users, captainOf.map((captain) => byCaptain.get(captain)!)]
  )
  return { participationIds, cookies: secrets.map((secret) => `halyard_session=${secret}`) }
}

async function seedChallenges(sql: pg.PoolClient, gameId: number, count: number): Promise<number[]> {
  const { rows } = await sql.query<{ id: number }>(
    `INSERT INTO challenges (game_id, title, category, enabled)
     SELECT $1, 'Challenge ' || i, (ARRAY['Web','Pwn','Crypto','Misc','Reverse'])[1 + i % 5], true
     FROM generate_series(1, $2::int) i RETURNING id`,
    [gameId, count]
  )
  const ids = rows.map(({ id }) => id)
  await sql.query(
    `INSERT INTO flags (challenge_id, flag) SELECT id, 'flag{' || id || '}' FROM unnest($1::int[]) AS c (id)`,
    [ids]
  )
  return ids
}

/** Stores one running game, whose ledger has the bonus, the challenges and the teams. */
export async function seed(
  pool: pg.Pool,
  { teams = 1000, members = 1, challenges = 30 } = {}
): Promise<Seeded> {
  const sql = await pool.connect()
  try {
    await sql.query('BEGIN')
    const gameId = await seedGame(sql, `Benchmark of ${teams} teams`)
    const challengeIds = await seedChallenges(sql, gameId, challenges)
    const { participationIds, cookies } = await seedTeams(sql, gameId, teams, members)
    const at = Date.now() - DAY_MS
    const opened = challengeIds.flatMap((challengeId): NewScoreEvent[] => [
      { kind: 'curve', at, challengeId, payload: { score: 1000, minRate: 0.25, difficulty: 5 } },
      { kind: 'open', at, challengeId }
    ])
    const admitted = participationIds.map(
      (participationId): NewScoreEvent => ({
        kind: 'admit',
        at,
        participationId,
        payload: { division: null }
      })
    )
    await appendEntries(sql, gameId, [...opened, ...admitted])
    await sql.query('COMMIT')
    return { gameId, cookies, participationIds, challengeIds }
  } finally {
    sql.release()
  }
}

/** Adds solves to a game's ledger without submissions, for rebuilds. */
export async function seedLedger(pool: pg.Pool, game: Seeded, solves: number): Promise<void> {
  const sql = await pool.connect()
  try {
    await sql.query('BEGIN')
    const begun = Date.now() - DAY_MS / 2
    const events = Array.from({ length: solves }, (_, i): NewScoreEvent => {
      const team = i % game.participationIds.length
      const challenge = Math.floor(i / game.participationIds.length) % game.challengeIds.length
      return {
        kind: 'solve',
        at: begun + i,
        participationId: game.participationIds[team]!,
        challengeId: game.challengeIds[challenge]!,
        submissionId: 1_000_000_000 + game.gameId * 1_000_000 + i,
        userId: null
      }
    })
    for (let i = 0; i < events.length; i += 5000)
      await appendEntries(sql, game.gameId, events.slice(i, i + 5000))
    await sql.query('COMMIT')
  } finally {
    sql.release()
  }
}
