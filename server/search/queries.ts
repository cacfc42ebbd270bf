import { z } from 'zod'
import { json, row, type Sql } from '~/server/db'
import { endSql } from '~/server/games/contract'
import { plain } from '~/server/platform/sql-conditions'
import { IS_PUBLIC_SQL } from '~/server/players'
import { isUnlockedSql } from '~/server/requirements'
import { MAX_FOUND, type SearchQuery, type SearchResult } from './contract'
import type { SearchSight } from './policy'

/** $1 words, $2 now, $3 account or null, $4 staff, $5 the page's game or null, $6 limit of each. */
const fits = (text: string) => `strpos(${plain(text)}, ${plain('$1')})`

const ROWS = (of: string, order: string) =>
  `(SELECT coalesce(json_agg(x), '[]') FROM (${of} ORDER BY ${order} LIMIT $6) x)`

const NONE = `'[]'::json`

const GAMES = ROWS(
  `SELECT g.id, g.title FROM games g
   WHERE g.rehearsal IS NULL AND ${fits('g.title')} > 0 AND (NOT g.hidden OR $4 OR g.id IN (
     SELECT p.game_id FROM participations p JOIN team_members m ON m.team_id = p.team_id WHERE m.user_id = $3
     UNION ALL SELECT r.game_id FROM registrations r WHERE r.user_id = $3))`,
  `g.id = $5 DESC NULLS LAST, ${fits('g.title')} > 1, g.announced_end_at <= $2, g.start_at DESC, g.id DESC`
)

const CHALLENGES = ROWS(
  `SELECT c.id, c.title, json_build_object('id', g.id, 'title', g.title) AS game
   FROM challenges c JOIN games g ON g.id = c.game_id
   WHERE g.rehearsal IS NULL AND ${fits('c.title')} > 0 AND ($1 <> '' OR g.id = $5) AND ($4 OR (
     c.enabled AND g.start_at <= $2 AND EXISTS (
       SELECT FROM registrations r JOIN participations p ON p.id = r.participation_id
         JOIN team_members m ON m.team_id = p.team_id AND m.user_id = r.user_id
       WHERE r.game_id = g.id AND r.user_id = $3 AND p.status = 'Accepted'
         AND (g.practice_mode OR ${endSql('g', 'p')} > $2)
         AND (NOT c.hide_locked OR ${isUnlockedSql('p.id')}))))`,
  `g.id = $5 DESC NULLS LAST, ${fits('c.title')} > 1, g.start_at DESC, c.title, c.id`
)

const TEAMS = ROWS(
  `SELECT t.id, t.name FROM teams t WHERE t.rehearsal IS NULL AND $1 <> '' AND (${fits('t.name')} > 0 OR t.id::text = $1)`,
  `${fits('t.name')} <> 1, t.name, t.id`
)

/**
 * Teams with a page that everybody sees: of the game of the page, else of the newest that has begun, else of the newest.
 * Neither hidden games nor copies for rehearsals count, nor do teams that wait for a review or are suspended.
 */
const PLAYING = ROWS(
  `SELECT t.id, t.name, json_build_object('id', g.id, 'title', g.title) AS game
   FROM teams t CROSS JOIN LATERAL (
     SELECT g.id, g.title FROM participations p JOIN games g ON g.id = p.game_id
     WHERE p.team_id = t.id AND p.status = 'Accepted' AND NOT g.hidden AND g.rehearsal IS NULL
     ORDER BY g.id = $5 DESC NULLS LAST, g.start_at <= $2 DESC, g.start_at DESC, g.id DESC LIMIT 1) g
   WHERE t.rehearsal IS NULL AND $1 <> '' AND ${fits('t.name')} > 0`,
  `g.id = $5 DESC NULLS LAST, ${fits('t.name')} <> 1, t.name, t.id`
)

const PEOPLE = `concat_ws(E'\\n', u.user_name, u.email, u.real_name, u.std_number)`
const USERS = ROWS(
  `SELECT u.id, u.user_name AS name, u.real_name AS "realName" FROM users u WHERE u.rehearsal IS NULL AND $1 <> '' AND ${fits(PEOPLE)} > 0`,
  `${fits('u.user_name')} <> 1, u.user_name, u.id`
)

const PLAYERS = ROWS(
  `SELECT u.id, u.user_name AS name FROM users u WHERE ${IS_PUBLIC_SQL} AND $1 <> '' AND ${fits('u.user_name')} > 0`,
  `${fits('u.user_name')} <> 1, u.user_name, u.id`
)

const game = z.object({ id: z.number(), title: z.string() })
const SHAPE = {
  games: json(z.array(game)),
  challenges: json(z.array(game.extend({ game }))),
  teams: json(z.array(z.object({ id: z.number(), name: z.string() }))),
  playing: json(z.array(z.object({ id: z.number(), name: z.string(), game }))),
  users: json(z.array(z.object({ id: z.string(), name: z.string(), realName: z.string() }))),
  players: json(z.array(z.object({ id: z.string(), name: z.string() })))
}

/** At most `MAX_FOUND` of each kind; kinds that the caller may not search are empty. */
export async function searchAll(
  sql: Sql,
  { staff, everybody, player }: SearchSight,
  { q, game }: SearchQuery,
  now: Date
): Promise<SearchResult> {
  const found = await row(
    sql,
    SHAPE,
    `SELECT ${GAMES} AS games, ${staff || player ? CHALLENGES : NONE} AS challenges,
       ${everybody ? TEAMS : NONE} AS teams, ${PLAYING} AS playing, ${everybody ? USERS : NONE} AS users,
       ${everybody ? NONE : PLAYERS} AS players`,
    [q.replaceAll('\0', '').trim(), now, player, staff, game ?? null, MAX_FOUND]
  )
  return found!
}
