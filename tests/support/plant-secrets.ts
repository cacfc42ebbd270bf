import { randomBytes } from 'node:crypto'
import type { Database } from '~/server/db'
import { addUsers } from './fixtures'
import type { FullGame } from './games/full-game'

/** Secret by its name. Every one is a word that occurs nowhere else. */
export type Planted = ReadonlyMap<string, string>

/**
 * Writes secrets into a game: for its staff, for another team, and for nobody. Call it before anything of the game is read,
 * because it does not empty caches.
 */
export async function plantSecrets(db: Database, { game }: FullGame): Promise<Planted> {
  const planted = new Map<string, string>()
  const secret = (name: string) => {
    const word = `planted${randomBytes(6).toString('hex')}`
    planted.set(name, word)
    return word
  }
  const run = async <T extends object>(statement: string, ...values: unknown[]) =>
    (await db.pool.query<T>(statement, values)).rows
  const first = game.challenges[0]!.id
  await run('INSERT INTO flags (challenge_id, flag) VALUES ($1, $2)', first, secret('flag'))
  await run(
    'INSERT INTO flags (challenge_id, flag, decoy) VALUES ($1, $2, $3)',
    first,
    secret('decoy flag'),
    secret('name of a decoy')
  )
  await run(
    `UPDATE challenges SET solution = $2, solver = jsonb_build_object('image', $3::text),
       priced_hints = jsonb_build_array(jsonb_build_object('id', 1, 'content', $4::text, 'cost', 10, 'availableAt', null)),
       flag_template = $5, container_image = $6 WHERE id = $1`,
    first,
    secret('unpublished solution'),
    secret('image of the solver'),
    secret('hint that nobody bought'),
    secret('flag template'),
    secret('image')
  )
  await run(
    'INSERT INTO challenges (game_id, title, enabled) VALUES ($1, $2, false)',
    game.id,
    secret('title of a disabled challenge')
  )
  await run('UPDATE games SET invite_code = $2 WHERE id = $1', game.id, secret('invitation code'))
  await run(
    `INSERT INTO games (title, start_at, end_at, public_key, private_seed, hidden)
     VALUES ($1, now() - interval '1 h', now() + interval '1 h', 'key', 'seed', true)`,
    secret('title of a hidden game')
  )
  await run(
    `UPDATE case_entries SET note = $2 WHERE kind = 'note' AND case_id IN (SELECT id FROM cases WHERE game_id = $1)`,
    game.id,
    secret('note of a case')
  )
  await run(
    `UPDATE case_decisions SET reason = $2 WHERE state = 'proposed' AND case_id IN (SELECT id FROM cases WHERE game_id = $1)`,
    game.id,
    secret('reason of a proposal')
  )
  await run(
    `INSERT INTO own_pages (address, titles) VALUES ($1, '{"any":"Draft"}')`,
    secret('address of a draft')
  )
  await run(
    'INSERT INTO canned_answers (game_id, name, text) VALUES ($1, $2, $2)',
    game.id,
    secret('canned answer')
  )
  await plantTeam(db, game, secret)
  for (const [name, query] of NEVER_SHOWN)
    for (const { value } of await run<{ value: string }>(query, game.id)) planted.set(name, value)
  return planted
}

/** Texts that nobody may read, whatever the role. */
const NEVER_SHOWN: [name: string, query: string][] = [
  ['private key of the game', 'SELECT private_seed AS value FROM games WHERE id = $1'],
  ['name of a session', 'SELECT id AS value FROM sessions WHERE $1::int > 0 ORDER BY id LIMIT 1'],
  [
    'hash of a password',
    `SELECT password_hash AS value FROM users WHERE password_hash <> '!' AND $1::int > 0 LIMIT 1`
  ]
]

/** A team that none of the callers is in, with what only its members and staff read. */
async function plantTeam(db: Database, game: FullGame['game'], secret: (name: string) => string) {
  const [captain] = await addUsers(db, 1, 'planted')
  const id = captain!.id
  const email = secret('address of a member')
  await db.pool.query(
    `UPDATE users SET email = $2 || '@example.org', email_key = $2 || '@example.org', phone = $3, real_name = $4,
       std_number = $5, page_visibility = 'Everybody' WHERE id = $1`,
    [id, email, secret('phone'), secret('real name'), secret('student id')]
  )
  const token = randomBytes(16).toString('hex')
  const challenge = game.challenges[0]!.id
  await db.pool.query(
    `WITH team AS (
       INSERT INTO teams (name, captain_id, invite_token) VALUES ('Planted', $1, $2) RETURNING id
     ), member AS (
       INSERT INTO team_members (team_id, user_id) SELECT id, $1 FROM team
     ), part AS (
       INSERT INTO participations (game_id, team_id, status, token) SELECT $3, id, 'Accepted', $4 FROM team RETURNING id
     ), registered AS (
       INSERT INTO registrations (game_id, user_id, participation_id, answers)
       SELECT $3, $1, id, jsonb_build_object('3', $5::text) FROM part
     ), ticket AS (
       INSERT INTO tickets (game_id, participation_id, title, by_staff, state, place, opened_at, changed_at)
       SELECT $3, id, $6, false, 'waiting', 0, now(), now() FROM part
     ), noted AS (
       INSERT INTO team_notes (participation_id, challenge_id, text, version, at) SELECT id, $7, $8, 1, now() FROM part
     ), judged AS (
       INSERT INTO submissions (game_id, challenge_id, participation_id, user_id, answer, status, submitted_at, judged_at)
       SELECT $3, $7, id, $1, $9, 'WrongAnswer', now(), now() FROM part
     )
     INSERT INTO challenge_feedback (challenge_id, user_id, participation_id, stars, line, at)
     VALUES ($7, $1, $11, 3, $10, now())`,
    [
      id,
      token,
      game.id,
      secret('token of a team'),
      secret('private answer of a registration'),
      secret('title of a ticket'),
      challenge,
      secret('note of a team'),
      secret('wrong answer'),
      secret('feedback'),
      // A team that solved it: other feedback does not count.
      game.teams[1]!.participationId
    ]
  )
}
