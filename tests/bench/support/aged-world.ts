import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { appendEntries, type NewScoreEvent } from '~/server/ledger'
import { HOUR_MS } from '~/server/platform/time'

/** The size of a large competition, on a platform with others before. */
export interface AgedPlan {
  teams: number
  membersEach: number
  challenges: number
  submissions: number
  /** About how many submissions are solves. */
  solves: number
  games: number
}

export const AGED: AgedPlan = {
  teams: 5000,
  membersEach: 4,
  challenges: 100,
  submissions: 568_000,
  solves: 171_000,
  games: 20
}

export interface AgedWorld {
  gameId: number
  challengeId: number
  teamId: number
  participationId: number
  userId: string
  cookies: Record<'User' | 'Monitor' | 'Admin', string>
}

const CHEATS = 400
const CONTAINERS = 20_000

/** People, teams and games. The first game is the large one; the others have every tenth team and no flags. */
const people = ({ teams, membersEach, challenges, games }: AgedPlan): string[] => [
  `INSERT INTO users (id, user_name, user_name_key, email, email_key, password_hash, active, real_name, std_number)
   SELECT md5('user' || i)::uuid, 'player' || i, 'player' || i, 'player' || i || '@bench.example',
     'player' || i || '@bench.example', '', true, 'Player Number ' || i, 'S' || i
   FROM generate_series(1, ${teams * membersEach}) i`,
  `INSERT INTO teams (name, captain_id, invite_token)
   SELECT 'Team ' || i, md5('user' || i)::uuid, repeat('0', 32) FROM generate_series(1, ${teams}) i`,
  `INSERT INTO team_members (team_id, user_id)
   SELECT t.id, md5('user' || (m * ${teams} + row_number() OVER (PARTITION BY m ORDER BY t.id)))::uuid
   FROM teams t, generate_series(0, ${membersEach - 1}) m`,
  `INSERT INTO games (title, start_at, end_at, public_key, private_seed, practice_mode)
   SELECT 'Game ' || i, now() - interval '1 day' * i, now() + interval '1 day' * (2 - i) + interval '1 hour', 'x', 'x', false
   FROM generate_series(1, ${games}) i`,
  `INSERT INTO participations (game_id, team_id, status, token)
   SELECT g.id, t.id, CASE WHEN t.id % 50 = 0 THEN 'Pending' ELSE 'Accepted' END, 'token'
   FROM games g, teams t WHERE g.title = 'Game 1' OR t.id % 10 = 1`,
  `INSERT INTO registrations (game_id, user_id, participation_id)
   SELECT p.game_id, m.user_id, p.id FROM participations p JOIN team_members m ON m.team_id = p.team_id`,
  `INSERT INTO challenges (game_id, title, category, enabled)
   SELECT g.id, 'Challenge ' || i, (ARRAY['Web','Pwn','Crypto','Misc','Reverse'])[1 + i % 5], true
   FROM games g, generate_series(1, ${challenges}) i`,
  `INSERT INTO flags (challenge_id, flag) SELECT id, 'flag{' || id || '}' FROM challenges`,
  `INSERT INTO notices (game_id, type, "values", published_at)
   SELECT g.id, 'Normal', ARRAY['Notice ' || i], now() FROM games g, generate_series(1, 30) i`
]

/** Submissions of the large game over the day since its start, in the order of time. */
const play = ({ submissions, solves, teams, challenges }: AgedPlan): string[] => [
  'SELECT setseed(0.5)',
  `CREATE TEMP TABLE places AS
   SELECT p.id AS participation_id, p.game_id, m.user_id, row_number() OVER (ORDER BY p.id) - 1 AS place
   FROM participations p JOIN games g ON g.id = p.game_id AND g.title = 'Game 1'
   JOIN teams t ON t.id = p.team_id JOIN team_members m ON m.team_id = t.id AND m.user_id = t.captain_id`,
  'CREATE UNIQUE INDEX ON places (place)',
  `CREATE TEMP TABLE played AS
   SELECT game_id, participation_id, user_id, c.id AS challenge_id, 'Accepted' AS status, random() AS at
   FROM places JOIN challenges c USING (game_id)
   WHERE random() < ${solves / teams / challenges}`,
  `INSERT INTO played
   SELECT game_id, participation_id, user_id, c.id, CASE WHEN i <= ${CHEATS} THEN 'CheatDetected' ELSE 'WrongAnswer' END, i.at
   FROM (SELECT i, floor(random() * ${teams})::int AS place, floor(random() * ${challenges})::int AS nth, random() AS at
         FROM generate_series(1, ${submissions} - (SELECT count(*) FROM played)) i) i
   JOIN places USING (place)
   JOIN (SELECT c.id, row_number() OVER (ORDER BY c.id) - 1 AS nth FROM challenges c JOIN games g ON g.id = c.game_id
         WHERE g.title = 'Game 1') c USING (nth)`,
  `INSERT INTO submissions
     (game_id, challenge_id, participation_id, user_id, answer, status, submitted_at, judged_at, ip)
   SELECT game_id, challenge_id, participation_id, user_id,
     'flag{' || CASE status WHEN 'Accepted' THEN challenge_id::text ELSE md5(at::text) END || '}', status,
     now() - interval '23 hours' * (1 - at), now(), '203.0.113.' || participation_id % 250
   FROM played ORDER BY at`,
  `INSERT INTO solves (challenge_id, participation_id, game_id, submission_id, user_id, solved_at)
   SELECT challenge_id, participation_id, game_id, id, user_id, submitted_at
   FROM submissions WHERE status = 'Accepted' ORDER BY id`,
  `INSERT INTO cheats (submission_id, game_id, participation_id, source_participation_id)
   SELECT id, game_id, participation_id, (SELECT min(participation_id) FROM places)
   FROM submissions WHERE status = 'CheatDetected'`,
  `INSERT INTO game_events (game_id, type, "values", at, user_id, participation_id)
   SELECT game_id, CASE WHEN i % 2 = 0 THEN 'ContainerStart' ELSE 'ContainerDestroy' END, ARRAY['1', 'Challenge 1'],
     now() - interval '23 hours' + interval '1 second' * i, user_id, participation_id
   FROM generate_series(1, ${CONTAINERS}) i JOIN places ON place = i % ${teams}`
]

/** Ledger entries of the large game, in the judge's order. */
async function score(sql: pg.PoolClient, gameId: number): Promise<void> {
  const at = Date.now() - 24 * HOUR_MS
  const list = async <T extends pg.QueryResultRow>(text: string) => (await sql.query<T>(text, [gameId])).rows
  const challenges = await list<{ id: number }>('SELECT id FROM challenges WHERE game_id = $1 ORDER BY id')
  const teams = await list<{ id: number }>(
    `SELECT id FROM participations WHERE game_id = $1 AND status = 'Accepted' ORDER BY id`
  )
  const events: NewScoreEvent[] = challenges.flatMap(({ id: challengeId }): NewScoreEvent[] => [
    { kind: 'curve', at, challengeId, payload: { score: 1000, minRate: 0.25, difficulty: 5 } },
    { kind: 'open', at, challengeId }
  ])
  for (const { id: participationId } of teams)
    events.push({ kind: 'admit', at, participationId, payload: { division: null } })
  const solves = await list<Omit<NewScoreEvent & { kind: 'solve' }, 'kind'>>(
    `SELECT (extract(epoch FROM solved_at) * 1000)::int8 AS at, participation_id AS "participationId",
       challenge_id AS "challengeId", submission_id AS "submissionId", user_id AS "userId"
     FROM solves WHERE game_id = $1 ORDER BY submission_id`
  )
  for (const solve of solves) events.push({ kind: 'solve', ...solve })
  for (let i = 0; i < events.length; i += 5000) await appendEntries(sql, gameId, events.slice(i, i + 5000))
}

async function loggedIn(pool: pg.Pool, userId: string): Promise<string> {
  const secret = randomBytes(20).toString('hex')
  await pool.query(
    `INSERT INTO sessions (id, user_id, expires_at) VALUES ($1, $2, now() + interval '7 days')`,
    [createHash('sha256').update(secret).digest('hex'), userId]
  )
  return `halyard_session=${secret}`
}

async function staff(pool: pg.Pool, role: 'Monitor' | 'Admin'): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO users (id, user_name, user_name_key, email, email_key, password_hash, active, role)
     VALUES (gen_random_uuid(), $1, $1, $1 || '@bench.example', $1 || '@bench.example', '', true, $2) RETURNING id`,
    [`bench-${role.toLowerCase()}`, role]
  )
  return loggedIn(pool, rows[0]!.id)
}

/** Fills an empty database in one transaction, then updates the kept counts. */
export async function seedAged(pool: pg.Pool, plan: AgedPlan = AGED): Promise<AgedWorld> {
  const sql = await pool.connect()
  try {
    await sql.query('BEGIN')
    for (const text of [...people(plan), ...play(plan)]) await sql.query(text)
    const found = await sql.query<{ id: number }>(`SELECT id FROM games WHERE title = 'Game 1'`)
    await score(sql, found.rows[0]!.id)
    await sql.query('COMMIT')
    await sql.query('VACUUM ANALYZE')
  } finally {
    sql.release()
  }
  const { rows } = await pool.query<Omit<AgedWorld, 'cookies'>>(
    `SELECT g.id AS "gameId", p.id AS "participationId", p.team_id AS "teamId", t.captain_id AS "userId",
       (SELECT min(id) FROM challenges WHERE game_id = g.id) AS "challengeId"
     FROM games g JOIN participations p ON p.game_id = g.id AND p.status = 'Accepted' JOIN teams t ON t.id = p.team_id
     WHERE g.title = 'Game 1' ORDER BY p.id OFFSET 1 LIMIT 1`
  )
  const world = rows[0]!
  const cookies = {
    User: await loggedIn(pool, world.userId),
    Monitor: await staff(pool, 'Monitor'),
    Admin: await staff(pool, 'Admin')
  }
  return { ...world, cookies }
}
