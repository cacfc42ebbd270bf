import { randomUUID } from 'node:crypto'
import { row, text } from '~/server/db'
import { notifyScoring } from '~/server/ledger'
import { SEASON_LIMITS } from '~/server/seasons/constants'
import type { Client } from '../api/client'
import { send } from '../files/files'
import { type Member, type PlayedGame, playGame, sendFlags } from '../fixtures'
import { addCapture } from '../instances/captures'
import type { Platform } from '../processes/platform'
import { until } from '../until'
import { addSeason } from './seasons'

/** A running game with something in every list that a page shows. */
export interface FullGame {
  game: PlayedGame
  player: Member
  submission: number
  post: string
  /** Hash of the first challenge's attachment. */
  file: string
  userImport: string
  webhook: string
  /** A ticket of the player's team, with messages. */
  ticket: number
  /** A season with the game, and with games that are over. */
  season: number
  /** Code of an invitation to the game's staff. */
  invitation: string
}

/** Name of a capture of the first challenge and team. */
export const CAPTURE = '0e1.pcap'
/** Address of a published page of the organisers. */
export const OWN_PAGE = 'rules'

/** Rows, about as many as there are `files`. */
const more = ({ id, teams, challenges }: PlayedGame, files: string[]): [string, unknown[]][] => [
  [
    `UPDATE games SET registration_fields = (
       SELECT jsonb_agg(jsonb_build_object('id', i, 'of', CASE WHEN i % 2 = 0 THEN 'Team' ELSE 'Player' END, 'kind', 'Text',
         'label', 'Question ' || i, 'hint', '', 'required', i = 1, 'public', i = 2, 'options', '[]'::jsonb))
       FROM generate_series(1, 3) i) WHERE id = $1`,
    [id]
  ],
  [`UPDATE registrations SET answers = '{"1": "Tea", "3": "Coffee"}' WHERE game_id = $1`, [id]],
  [`UPDATE participations SET answers = '{"2": "Harbour School"}' WHERE game_id = $1`, [id]],
  [
    `INSERT INTO notices (game_id, type, "values", published_at)
     SELECT $1, 'Normal', ARRAY['Notice ' || i], now() FROM generate_series(1, $2::int) i`,
    [id, files.length]
  ],
  [
    `INSERT INTO game_events (game_id, type, "values", at, user_id, participation_id)
     SELECT $1, 'ContainerStart', ARRAY['web'], now(), user_id, participation_id
     FROM registrations WHERE game_id = $1`,
    [id]
  ],
  [
    `WITH copied AS (
       INSERT INTO submissions (game_id, challenge_id, participation_id, answer, status, submitted_at, judged_at)
       SELECT $1, c.id, p.id, 'flag{stolen}', 'CheatDetected', now(), now()
       FROM participations p, challenges c WHERE p.game_id = $1 AND c.game_id = $1 LIMIT $2
       RETURNING id, participation_id)
     INSERT INTO cheats (submission_id, game_id, participation_id, source_participation_id)
     SELECT id, $1, participation_id, $3 FROM copied`,
    [id, files.length, teams[0]!.participationId]
  ],
  [
    `WITH made AS (
       INSERT INTO cases (game_id, number, title, opened_at)
       SELECT $1, i, 'Case ' || i, now() FROM generate_series(1, $2::int) i RETURNING id, number
     ), concerned AS (
       INSERT INTO case_teams (case_id, participation_id) SELECT id, $3 FROM made
     ), noted AS (
       INSERT INTO case_entries (case_id, kind, note, at)
       SELECT id, 'note', 'Note ' || i, now() FROM made, generate_series(1, $2::int) i WHERE number = 1
     )
     INSERT INTO case_decisions
       (case_id, outcome, participation_ids, challenge_ids, reason, state, proposed_at, answered_at, suspended)
     SELECT id, 'warning', ARRAY[$3::int], '{}', 'Why', CASE number WHEN 1 THEN 'proposed' ELSE 'confirmed' END, now(),
       CASE WHEN number > 1 THEN now() END, '{}' FROM made`,
    [id, files.length, teams[0]!.participationId]
  ],
  [
    `INSERT INTO writeups (participation_id, hash, name, uploaded_at)
     SELECT participation, hash, participation || '.pdf', now()
     FROM unnest($1::int[], $2::text[]) AS w (participation, hash)`,
    [teams.map(({ participationId }) => participationId), files]
  ],
  [
    `INSERT INTO flags (challenge_id, flag)
     SELECT id, 'flag{' || i || '}' FROM challenges, generate_series(1, $2::int) i WHERE game_id = $1`,
    [id, files.length]
  ],
  [
    `INSERT INTO attachments (challenge_id, type, hash, name)
     SELECT challenge, 'Local', hash, 'file.txt' FROM unnest($1::int[], $2::text[]) AS a (challenge, hash)`,
    [challenges.map(({ id }) => id), files]
  ],
  [`UPDATE challenges SET traffic_capture = true, solver = '{"image": "solver:1"}' WHERE game_id = $1`, [id]],
  [
    `INSERT INTO solve_checks (challenge_id, state, since) SELECT unnest($1::int[]), 'failing', now()`,
    [challenges.map((one) => one.id)]
  ],
  [
    `INSERT INTO solve_check_runs (id, challenge_id, cause, requested_at, started_at, ended_at, outcome, reason, output)
     SELECT gen_random_uuid(), id, 'hand', now(), now(), now(), 'failed', 'no_flag', 'Nothing'
     FROM unnest($1::int[]) id, generate_series(1, least(20, $2::int))`,
    [challenges.map((one) => one.id), files.length]
  ],
  [
    `UPDATE users SET page_visibility = 'Everybody', affiliation = 'Sailors', website = 'https://example.org/a',
       country = 'NO' WHERE id IN (SELECT user_id FROM registrations WHERE game_id = $1)`,
    [id]
  ],
  [
    `INSERT INTO team_members (team_id, user_id) SELECT unnest($1::int[]), $2`,
    [teams.slice(1).map(({ teamId }) => teamId), teams[0]!.members[0].id]
  ],
  [
    `INSERT INTO posts (id, title, author_id, published_at)
     SELECT substr(md5($1::int || 'post' || i), 1, 8), 'Post ' || i, $3, now() FROM generate_series(1, $2::int) i`,
    [id, files.length, teams[0]!.members[0].id]
  ],
  [
    `INSERT INTO own_pages (address, titles, published)
     SELECT concat($2::text, nullif(i, 1)), '{"any":"Rules"}', true FROM generate_series(1, least(50, $1::int)) i
     ON CONFLICT DO NOTHING`,
    [files.length, OWN_PAGE]
  ],
  [
    `INSERT INTO games (title, start_at, end_at, public_key, private_seed)
     SELECT 'Game ' || i, now() - interval '1 h', now() + interval '1 h', 'key', 'seed'
     FROM generate_series(1, $1::int) i`,
    [files.length]
  ],
  [
    `INSERT INTO log_events (at, level, process, status, event, details)
     SELECT now(), 'Information', 'web', 'Success', 'team_created', '{}' FROM generate_series(1, $1::int)`,
    [files.length]
  ],
  [
    `INSERT INTO audit_events (at, action, target)
     SELECT now(), 'seen', target FROM (
       SELECT 'game:' || $1::int UNION ALL SELECT 'post:' || id FROM posts
       UNION ALL SELECT 'challenge:' || id FROM challenges WHERE game_id = $1
       UNION ALL SELECT 'notice:' || id FROM notices WHERE game_id = $1
       UNION ALL SELECT 'participation:' || id FROM participations WHERE game_id = $1
       UNION ALL SELECT 'team:' || team_id FROM participations WHERE game_id = $1
       UNION ALL SELECT 'user:' || user_id FROM registrations WHERE game_id = $1) t (target)`,
    [id]
  ]
]

/** Every team solves every second challenge and guesses at the others; returns when all that is judged. */
async function play({ stores: { db, redis } }: Platform, game: PlayedGame): Promise<number> {
  const [first] = await sendFlags(
    db,
    game,
    game.teams.flatMap((team) =>
      game.challenges.map((challenge, i) => ({
        team,
        challenge,
        // Older than 90 seconds, because pages mark newer ones.
        at: Date.now() - 600_000,
        answer: i % 2 ? 'flag{guessed}' : undefined
      }))
    )
  )
  await notifyScoring(redis, game.id)
  await until(async () => {
    const waiting = `SELECT FROM submissions WHERE game_id = $1 AND status = 'FlagSubmitted' LIMIT 1`
    return (await db.pool.query(waiting, [game.id])).rowCount === 0
  })
  return first!
}

/** A game of `n` teams and as many challenges, and about as many of everything else. `admin` is an administrator. */
export async function addFullGame(platform: Platform, admin: Client, n: number): Promise<FullGame> {
  const { db } = platform.stores
  const game = await playGame(db, { teams: n, challenges: n })
  const parts = game.challenges.map(({ title }) => ({ field: 'files', name: `${title}.txt`, content: title }))
  const { body } = await send<{ hash: string }[]>(admin, 'POST', '/api/assets', parts)
  const files = body.map(({ hash }) => hash)
  for (const [statement, values] of more(game, files)) await db.pool.query(statement, values)
  for (const { id } of game.challenges)
    for (const { participationId } of game.teams)
      await addCapture(db, platform.data, {
        ...{ gameId: game.id, challengeId: id, participationId },
        ...{ file: CAPTURE, content: 'packets' }
      })
  const newest = await row(db.pool, { id: text }, 'SELECT id FROM posts ORDER BY published_at DESC LIMIT 1')
  const submission = await play(platform, game)
  const post = newest!.id
  const userImport = await addImport(platform, n)
  const webhook = await addWebhook(platform, game.id, n)
  const ticket = await addTickets(platform, game, n)
  const season = await addSeason(platform.stores, [game.id], {
    past: Math.min(n, SEASON_LIMITS.games) - 1,
    teams: game.teams.map(({ teamId }) => teamId)
  })
  const player = game.teams[0]!.members[0]
  const invitation = await addStaffInvitations(platform, game.id, n)
  return { game, player, submission, post, file: files[0]!, userImport, webhook, ticket, season, invitation }
}

/** `n` open invitations to the staff; returns the code of one. */
async function addStaffInvitations({ stores: { db } }: Platform, game: number, n: number): Promise<string> {
  const code = `${randomUUID()}-`
  await db.pool.query(
    `INSERT INTO game_staff_invitations (game_id, role, code_hash, email, made_by, expires_at)
     SELECT $1, 'author', encode(sha256(convert_to($2 || i, 'UTF8')), 'hex'), 'helper' || i || '@example.org',
       (SELECT id FROM users WHERE role = 'Admin' ORDER BY registered_at LIMIT 1), now() + interval '7 days'
     FROM generate_series(1, $3::int) i`,
    [game, code, n]
  )
  return `${code}1`
}

/** `n` tickets of the first team, the first with `n` messages, and as many canned answers; returns the first one's id. */
async function addTickets({ stores: { db } }: Platform, game: PlayedGame, n: number): Promise<number> {
  const { rows } = await db.pool.query<{ id: number }>(
    `INSERT INTO tickets (game_id, participation_id, challenge_id, title, by_staff, state, place, opened_at, changed_at)
     SELECT $1, $2, $3, 'Ticket ' || i, false, 'waiting', i, now(), now() FROM generate_series(1, $4::int) i
     RETURNING id`,
    [game.id, game.teams[0]!.participationId, game.challenges[0]!.id, n]
  )
  const { id } = rows[0]!
  await db.pool.query(
    `INSERT INTO ticket_messages (ticket_id, from_staff, text, at)
     SELECT $1, i % 2 = 0, 'Message ' || i, now() FROM generate_series(1, $2::int) i`,
    [id, n]
  )
  await db.pool.query(
    `INSERT INTO canned_answers (game_id, name, text) SELECT $1, 'Answer ' || i, 'Text' FROM generate_series(1, $2::int) i`,
    [game.id, n]
  )
  return id
}

/** A webhook that is off, with `n` messages of the past; returns its id. */
async function addWebhook({ stores: { db } }: Platform, game: number, n: number): Promise<string> {
  const id = randomUUID()
  await db.pool.query(
    `INSERT INTO webhooks (id, game_id, name, format, locale, events, host, target, secret, notice_id, ledger_seq, enabled)
     VALUES ($1, $2, 'Chat', 'Discord', 'en-US', '{notice}', 'chat.example.org', 'x', 'x', 0, 0, false)`,
    [id, game]
  )
  await db.pool.query(
    `INSERT INTO webhook_deliveries (id, webhook_id, event_key, event, payload, state, attempts, tried_at, status, answer)
     SELECT gen_random_uuid(), $1, 'notice-' || i, 'notice', '{}', 'Delivered', 1, now(), 200, 'ok'
     FROM generate_series(1, $2::int) i`,
    [id, n]
  )
  return id
}

/** An import of `n` users that waits to be started; returns its id. */
async function addImport({ stores: { db } }: Platform, n: number): Promise<string> {
  const id = randomUUID()
  await db.pool.query("INSERT INTO user_imports (id, name, locale) VALUES ($1, 'users.csv', 'en-US')", [id])
  await db.pool.query(
    `INSERT INTO user_import_rows (import_id, line, unit, input)
     SELECT $1, i, i, jsonb_build_object('userName', 'sailor' || i, 'email', i || '@example.org')
     FROM generate_series(1, $2::int) i`,
    [id, n]
  )
  return id
}
