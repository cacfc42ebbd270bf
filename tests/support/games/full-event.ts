import { judge } from '~/scoring/judge'
import type { Domain } from '../domain'
import { type PlayedGame, playGame, sendFlags } from '../fixtures'

/** Hashes of stored contents of a full event. */
export interface EventFiles {
  attachment: string
  poster: string
  writeup: string
}

/** Rows for every list of an archive; `$1` is the game, `$2` a challenge, `$3` a participation, `$4` a user. */
const ROWS = [
  `INSERT INTO flag_checks (submission_id, plugin, is_right, attempts)
   SELECT id, 'checker', true, 1 FROM submissions WHERE game_id = $1 AND $2 > 0 AND $3 > 0 AND $4::uuid IS NOT NULL ORDER BY id LIMIT 1`,
  `INSERT INTO cheats (submission_id, game_id, participation_id, source_participation_id)
   SELECT id, game_id, participation_id, $3 FROM submissions WHERE game_id = $1 AND participation_id <> $3 AND $2 > 0
     AND $4::uuid IS NOT NULL ORDER BY id LIMIT 1`,
  `INSERT INTO team_flags (challenge_id, participation_id, flag) SELECT $2, $3, 'flag{of one team}' WHERE $1 > 0 AND $4::uuid IS NOT NULL`,
  `INSERT INTO team_decoys (challenge_id, participation_id, decoy) SELECT $2, $3, 'flag{decoy}' WHERE $1 > 0 AND $4::uuid IS NOT NULL`,
  `INSERT INTO hint_purchases (challenge_id, participation_id, hint, cost, at, user_id) SELECT $2, $3, 1, 10, now(), $4 WHERE $1 > 0`,
  `INSERT INTO challenge_openings (challenge_id, participation_id, opened_at) SELECT $2, $3, now() WHERE $1 > 0 AND $4::uuid IS NOT NULL`,
  `INSERT INTO challenge_downloads (challenge_id, participation_id, downloaded_at) SELECT $2, $3, now() WHERE $1 > 0 AND $4::uuid IS NOT NULL`,
  `INSERT INTO attempt_resets (challenge_id, participation_id, at) SELECT $2, $3, now() WHERE $1 > 0 AND $4::uuid IS NOT NULL`,
  `INSERT INTO challenge_feedback (challenge_id, user_id, participation_id, stars, line, at) SELECT $2, $4, $3, 4, 'Deep', now() WHERE $1 > 0`,
  `INSERT INTO notices (game_id, type, "values", published_at) SELECT $1, 'Normal', '{Hello}', now()
   WHERE $2 > 0 AND $3 > 0 AND $4::uuid IS NOT NULL`,
  `INSERT INTO game_events (game_id, type, "values", at, user_id, participation_id, ip)
   SELECT $1, 'ContainerStart', ARRAY[$2::int::text, 'web'], now(), $4, $3, '192.0.2.7'`,
  `INSERT INTO corrections (game_id, number, kind, scope, reason, effect, plan, at, user_id)
   SELECT $1, 1, 'award', '{}', 'An outage', '{}', '{}', now(), $4 WHERE $2 > 0 AND $3 > 0`,
  `INSERT INTO correction_drafts (game_id, input, scope, reason, announce, effect, digest, at, user_id)
   SELECT $1, '{}', '{}', 'A late award', false, '{}', '', now(), $4 WHERE $2 > 0 AND $3 > 0`,
  `WITH made AS (INSERT INTO cases (game_id, number, title, opened_by, opened_at) SELECT $1, 1, 'Shared flags', $4, now() RETURNING id),
     teams AS (INSERT INTO case_teams (case_id, participation_id) SELECT id, $3 FROM made),
     notes AS (INSERT INTO case_entries (case_id, kind, note, user_id, at) SELECT id, 'note', 'Seen twice', $4, now() FROM made),
     decided AS (INSERT INTO case_decisions (case_id, outcome, participation_ids, challenge_ids, reason, state, proposed_by, proposed_at,
         answered_at, suspended)
       SELECT id, 'warning', ARRAY[$3::int], ARRAY[$2::int], 'Once is enough', 'confirmed', $4, now(), now(), '{}' FROM made RETURNING id)
   INSERT INTO case_appeals (decision_id, participation_id, user_id, at, text) SELECT id, $3, $4, now(), 'It was not us' FROM decided`,
  `WITH made AS (INSERT INTO tickets (game_id, participation_id, challenge_id, title, by_staff, state, place, opened_at, changed_at)
     SELECT $1, $3, $2, 'Is it up?', false, 'waiting', 0, now(), now() RETURNING id)
   INSERT INTO ticket_messages (ticket_id, from_staff, user_id, text, at) SELECT id, false, $4, 'It does not answer', now() FROM made`,
  `INSERT INTO earlier_tickets (game_id, challenge_id, title, by_staff, opened_at, messages)
   SELECT $1, $2, 'Of the year before', false, now(), '[]' WHERE $3 > 0 AND $4::uuid IS NOT NULL`,
  `WITH made AS (INSERT INTO instances (id, kind, game_id, challenge_id, participation_id, requested_by, state, spec, memory_mb, cpu, lifetime,
       operated_at, requested_at, test_flag, last_log)
     SELECT gen_random_uuid(), 'team', $1, $2, $3, $4, 'ended', '{"env": "planted-spec"}', 64, 1, 60, now(), now(), 'planted-test-flag', 'planted-log'
     RETURNING id)
   INSERT INTO instance_events (instance_id, event, reason, actor_id) SELECT id, 'requested', NULL, $4 FROM made`,
  `INSERT INTO challenge_versions (challenge_id, number, at, actor_id, fields, content)
   SELECT $2, 900, now(), $4, '{title}', '{"title": "Before"}' WHERE $1 > 0 AND $3 > 0`,
  `INSERT INTO solve_checks (challenge_id, state) SELECT $2, 'passing' WHERE $1 > 0 AND $3 > 0 AND $4::uuid IS NOT NULL`,
  `INSERT INTO solve_check_runs (id, challenge_id, cause, requested_by, requested_at, ended_at, outcome)
   SELECT gen_random_uuid(), $2, 'hand', $4, now(), now(), 'passed' WHERE $1 > 0 AND $3 > 0`,
  `INSERT INTO game_staff (game_id, user_id, role, added_at) SELECT $1, $4, 'monitor', now() WHERE $2 > 0 AND $3 > 0`,
  `INSERT INTO rehearsals (id, game_id, state, teams, requested_by, requested_at)
   SELECT gen_random_uuid(), $1, 'done', 2, $4, now() WHERE $2 > 0 AND $3 > 0`,
  `INSERT INTO ceremonies (game_id, started_at, frozen_at, seq, steps, total, "position", version, blank, paused)
   SELECT $1, now(), now(), 1, '[]', 0, 0, 1, false, false WHERE $2 > 0 AND $3 > 0 AND $4::uuid IS NOT NULL`,
  `WITH made AS (INSERT INTO seasons (title, formula, place_points, created_at)
     SELECT 'Year ' || $1::int, 'places', '{}', now() WHERE $2 > 0 AND $3 > 0 AND $4::uuid IS NOT NULL RETURNING id)
   INSERT INTO season_games (season_id, game_id, weight) SELECT id, $1, 1 FROM made`,
  `INSERT INTO suitcases (id, game_id, packed_at, packed_by) SELECT gen_random_uuid(), $1, now(), $4 WHERE $2 > 0 AND $3 > 0`,
  `UPDATE registrations SET answers = '{"3": "Coffee"}' WHERE game_id = $1 AND $2 > 0 AND participation_id = $3 AND user_id = $4`,
  `UPDATE participations SET answers = '{"2": "Harbour School"}', extra_ms = 60000, extra_reason = 'Late bus'
   WHERE game_id = $1 AND $2 > 0 AND id = $3 AND $4::uuid IS NOT NULL`,
  `INSERT INTO audit_events (at, actor_id, session, ip, action, target, after)
   SELECT now(), $4, 'planted-session', '192.0.2.8', 'challenge_updated', 'challenge:' || $2::int, '{}' WHERE $1 > 0 AND $3 > 0`
]

const FIELDS = `[{"id": 2, "of": "Team", "kind": "Text", "label": "School", "hint": "", "required": false, "public": true, "options": []},
  {"id": 3, "of": "Player", "kind": "Text", "label": "Drink", "hint": "", "required": false, "public": false, "options": []}]`

/** A running game with something in every list of its archive: three teams of two, solves, a wrong flag. */
export async function fullEvent(domain: Domain, files: EventFiles): Promise<PlayedGame> {
  const { db } = domain.stores
  const game = await playGame(db, { teams: 3, membersEach: 2, challenges: 3 })
  const [challenge] = game.challenges
  const [first, second, third] = game.teams
  await sendFlags(db, game, [
    { team: first!, challenge: challenge! },
    { team: second!, challenge: challenge! },
    { team: third!, challenge: challenge!, answer: '=cmd()' }
  ])
  while ((await judge(db, game.id)).rows.length > 0);
  // Keys that the platform can sign with.
  const signing = await domain.game()
  await db.pool.query(
    `UPDATE games g SET public_key = s.public_key, private_seed = s.private_seed, registration_fields = $3, poster_hash = $4
     FROM games s WHERE g.id = $1 AND s.id = $2`,
    [game.id, signing, FIELDS, files.poster]
  )
  await domain.services.games.update(domain.admin, game.id, {} as never)
  for (const text of ROWS)
    await db.pool.query(text, [game.id, challenge!.id, first!.participationId, first!.members[0].id])
  await db.pool.query(
    `INSERT INTO attachments (challenge_id, type, hash, name) VALUES ($1, 'Local', $2, 'a.zip')`,
    [challenge!.id, files.attachment]
  )
  await db.pool.query(
    `INSERT INTO writeups (participation_id, hash, name, uploaded_at) VALUES ($1, $2, 'ours.pdf', now())`,
    [first!.participationId, files.writeup]
  )
  await db.pool.query(`UPDATE teams SET name = '=HYPERLINK("x")' WHERE id = $1`, [first!.teamId])
  return game
}

/** Objects of an NDJSON entry of an unpacked archive. */
export const linesOf = (found: Map<string, Buffer>, name: string) =>
  found
    .get(`${name}.ndjson`)!
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>)
