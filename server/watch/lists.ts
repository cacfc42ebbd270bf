import { json, msSql, nullable, number, type Pool, rows, text } from '~/server/db'
import { announcedEnd, type GameFacts } from '~/server/games/contract'
import { joinOwnerSql, waitingSinceSql } from '~/server/tickets'
import { type Watch, watchView } from './contract'

const MAX_ROWS = 5
/** Wrong answers in three hours from which a team without a right one is stuck. */
const STUCK_WRONG = 10

// Visits are recorded every half minute (server/accounts/visits.ts).
const HERE = `
  SELECT u.user_name AS name, '/assets/' || u.avatar_hash || '/avatar' AS avatar, count(*) OVER () AS total
  FROM users u
  WHERE u.id IN (SELECT user_id FROM game_staff WHERE game_id = $1
                 UNION ALL SELECT id FROM users WHERE role IN ('Admin', 'Monitor'))
    AND u.last_visited_at > $2::timestamptz - interval '3 minutes' AND u.active
  ORDER BY u.last_visited_at DESC, u.id LIMIT ${MAX_ROWS}`

const UNSOLVED = `
  SELECT c.id, c.title, ${msSql('greatest(c.release_at, g.start_at)')} AS since, coalesce(k.n, 0) AS attempts,
         count(*) OVER () AS total, (SELECT json_build_object('outcome', r.outcome, 'at', ${msSql('r.ended_at')}) FROM solve_check_runs r
           WHERE r.challenge_id = c.id AND r.ended_at IS NOT NULL AND c.solver IS NOT NULL
           ORDER BY r.requested_at DESC LIMIT 1) AS check
  FROM challenges c JOIN games g ON g.id = c.game_id
  LEFT JOIN challenge_counts k ON k.challenge_id = c.id
  WHERE c.game_id = $1 AND c.enabled AND NOT EXISTS (
    SELECT FROM solves s JOIN participations p ON p.id = s.participation_id AND p.status = 'Accepted'
    WHERE s.challenge_id = c.id)
  ORDER BY coalesce(k.n, 0) DESC, c.id LIMIT ${MAX_ROWS}`

// Reads recent submissions by index, and the last solve only for shown rows.
const STUCK = `
  WITH tried AS (
    SELECT participation_id, challenge_id, count(*) FILTER (WHERE status = 'WrongAnswer') AS wrong,
           count(*) FILTER (WHERE status = 'Accepted') AS solved
    FROM submissions WHERE game_id = $1 AND submitted_at > $2::timestamptz - interval '3 hours'
    GROUP BY 1, 2
  ), stuck AS (
    SELECT participation_id, sum(wrong)::int AS wrong, (array_agg(challenge_id ORDER BY wrong DESC, challenge_id))[1] AS most
    FROM tried GROUP BY 1 HAVING sum(solved) = 0 AND sum(wrong) >= ${STUCK_WRONG}
  ), shown AS (
    SELECT k.*, p.team_id, count(*) OVER () AS total
    FROM stuck k JOIN participations p ON p.id = k.participation_id AND p.status = 'Accepted'
    ORDER BY k.wrong DESC, k.participation_id LIMIT ${MAX_ROWS}
  )
  SELECT h.team_id AS "teamId", t.name, h.wrong, c.title AS challenge, h.total,
         (SELECT ${msSql('max(s.solved_at)')} FROM solves s WHERE s.participation_id = h.participation_id) AS "solvedAt"
  FROM shown h JOIN teams t ON t.id = h.team_id JOIN challenges c ON c.id = h.most
  ORDER BY h.wrong DESC, h.participation_id`

// SQL: idle teams by their registered members, and by what they sent, also by programs that visit no page. A game that began
// within the last hour has none. Reads submissions by index: those of the last hour, and the last one of shown teams.
const IDLE = `
  WITH sent AS (
    SELECT DISTINCT participation_id AS id FROM submissions
    WHERE game_id = $1 AND submitted_at > $2::timestamptz - interval '1 hour'
  ), idle AS (
    SELECT p.id, p.team_id, max(u.last_visited_at) AS seen
    FROM participations p JOIN registrations r ON r.participation_id = p.id JOIN users u ON u.id = r.user_id
    WHERE p.game_id = $1 AND r.game_id = $1 AND p.status = 'Accepted' AND p.id NOT IN (SELECT id FROM sent) GROUP BY p.id
    HAVING coalesce(max(u.last_visited_at) < $2::timestamptz - interval '1 hour', true)
  ), shown AS (
    SELECT *, count(*) OVER () AS total FROM idle
    WHERE $3::timestamptz < $2::timestamptz - interval '1 hour' ORDER BY seen DESC NULLS LAST, id LIMIT ${MAX_ROWS}
  )
  SELECT p.team_id AS "teamId", t.name, p.total,
         ${msSql('greatest(p.seen, (SELECT max(submitted_at) FROM submissions s WHERE s.participation_id = p.id))')} AS "seenAt"
  FROM shown p JOIN teams t ON t.id = p.team_id
  ORDER BY p.seen DESC NULLS LAST, p.id`

const MATCHES = `
  SELECT ${msSql('s.submitted_at')} AS at, t.name AS team, o.name AS owner, c.title AS challenge,
         (SELECT count(*) FROM cheats WHERE game_id = $1) AS total
  FROM (SELECT * FROM cheats WHERE game_id = $1 ORDER BY submission_id DESC LIMIT ${MAX_ROWS}) h
  JOIN submissions s ON s.id = h.submission_id
  JOIN challenges c ON c.id = s.challenge_id
  JOIN participations p ON p.id = h.participation_id JOIN teams t ON t.id = p.team_id
  JOIN participations q ON q.id = h.source_participation_id JOIN teams o ON o.id = q.team_id
  ORDER BY h.submission_id DESC`

const TICKETS = `
  SELECT k.id, k.title, t.name AS team, ${waitingSinceSql('k.place')} AS since, o.user_name AS owner,
         count(*) OVER () AS total, count(*) FILTER (WHERE o.id IS NULL) OVER () AS unassigned
  FROM tickets k JOIN participations p ON p.id = k.participation_id JOIN teams t ON t.id = p.team_id ${joinOwnerSql('k', 'o')}
  WHERE k.game_id = $1 AND k.state = 'waiting' ORDER BY k.place, k.id LIMIT ${MAX_ROWS}`

const BLOODS = `
  SELECT ${msSql('f.solved_at')} AS at, f.name AS team, c.title AS challenge
  FROM challenges c CROSS JOIN LATERAL (
    SELECT s.solved_at, t.name FROM solves s
    JOIN participations p ON p.id = s.participation_id AND p.status = 'Accepted' JOIN teams t ON t.id = p.team_id
    WHERE s.challenge_id = c.id ORDER BY s.solved_at, s.submission_id LIMIT 1) f
  WHERE c.game_id = $1 AND c.enabled ORDER BY f.solved_at DESC, c.id LIMIT ${MAX_ROWS}`

const ACTIONS = `
  SELECT ${msSql('a.at')} AS at, u.user_name AS by, a.action
  FROM (SELECT 'game:' || $1::int AS target
        UNION ALL SELECT 'challenge:' || id FROM challenges WHERE game_id = $1) o
  CROSS JOIN LATERAL (
    SELECT * FROM audit_events e WHERE e.target = o.target ORDER BY e.id DESC LIMIT ${MAX_ROWS}) a
  LEFT JOIN users u ON u.id = a.actor_id
  ORDER BY a.id DESC LIMIT ${MAX_ROWS}`

const RELEASES = `
  SELECT ${msSql('release_at')} AS at, count(*)::int AS count, min(title) AS title
  FROM challenges WHERE game_id = $1 AND NOT enabled AND release_at > $2
  GROUP BY release_at ORDER BY release_at LIMIT ${MAX_ROWS}`

type Lists = Pick<
  Watch,
  'here' | 'unsolved' | 'stuck' | 'idle' | 'matches' | 'tickets' | 'bloods' | 'actions' | 'coming'
>

function listed<R extends { total: number }>(found: R[]): { rows: Omit<R, 'total'>[]; total: number } {
  return { rows: found.map(({ total: _, ...one }) => one), total: found[0]?.total ?? 0 }
}

/** Queries run in sequence, so that a page uses one connection. */
export async function readWatchLists(pool: Pool, game: GameFacts, now: Date): Promise<Lists> {
  const { id } = game
  const here = await rows(pool, { name: text, avatar: nullable(text), total: number }, HERE, [id, now])
  const unsolved = await rows(
    pool,
    {
      ...{ id: number, title: text, since: number, attempts: number, total: number },
      check: nullable(json(watchView.shape.unsolved.shape.rows.element.shape.check.unwrap()))
    },
    UNSOLVED,
    [id]
  )
  const stuck = await rows(
    pool,
    { teamId: number, name: text, wrong: number, challenge: text, total: number, solvedAt: nullable(number) },
    STUCK,
    [id, now]
  )
  const idle = await rows(
    pool,
    { teamId: number, name: text, seenAt: nullable(number), total: number },
    IDLE,
    [id, now, game.start]
  )
  const matches = await rows(
    pool,
    { at: number, team: text, owner: text, challenge: text, total: number },
    MATCHES,
    [id]
  )
  const tickets = await rows(
    pool,
    {
      ...{ id: number, title: text, team: text, since: number, owner: nullable(text) },
      ...{ total: number, unassigned: number }
    },
    TICKETS,
    [id]
  )
  const bloods = await rows(pool, { at: number, team: text, challenge: text }, BLOODS, [id])
  const actions = await rows(pool, { at: number, by: nullable(text), action: text }, ACTIONS, [id])
  const releases = await rows(pool, { at: number, count: number, title: text }, RELEASES, [id, now])
  const times: [Lists['coming'][number]['what'], Date | null][] = [
    ['resume', game.pausedUntil],
    ['freeze', game.freeze],
    ['end', announcedEnd(game)],
    ['extra', game.end > announcedEnd(game) ? game.end : null],
    ['writeups', game.writeupRequired ? game.writeupDeadline : null]
  ]
  const coming = [
    ...releases.map((one) => ({ ...one, what: 'release' as const })),
    ...times.flatMap(([what, at]) =>
      at && at > now ? [{ at: at.getTime(), what, count: 0, title: null }] : []
    )
  ]
  return {
    here: listed(here),
    unsolved: listed(unsolved),
    stuck: listed(stuck),
    idle: listed(idle),
    matches: listed(matches),
    tickets: {
      ...listed(tickets.map(({ unassigned: _, ...one }) => one)),
      unassigned: tickets[0]?.unassigned ?? 0
    },
    bloods,
    actions,
    coming: coming.sort((a, b) => a.at - b.at).slice(0, MAX_ROWS)
  }
}
