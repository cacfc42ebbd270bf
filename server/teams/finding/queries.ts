import { bool, lockUser, nullable, number, oneOf, row, rows, type Sql, text, time, uuid } from '~/server/db'
import { plain, SqlConditions } from '~/server/platform/sql-conditions'
import { wireTime } from '~/server/platform/time'
import { HAS_PAGE_SQL, IS_PUBLIC_SQL } from '~/server/players'
import { SHOWN } from '../queries'
import { ANSWER_DAYS, LISTED_DAYS, MAX_WAITING, REQUEST_STATES } from './constants'
import type { ListedPlayers, ListedTeams, ListingQuery, OwnRequest, TeamRequest } from './contract'

/** The rows asked for and, where one more was read, where the next part starts. */
function partOf<T extends { key: number }>(found: T[], count: number) {
  const shown = found.slice(0, count)
  return { shown, next: found.length > count ? shown.at(-1)!.key : null }
}

/** Listings `l` of a part, newest first, which say or are named `search`. */
function listed({ search, before }: ListingQuery, kind: string, name: string): SqlConditions {
  const where = new SqlConditions().and(kind)
  if (before !== undefined) where.and('l.id < ?', before)
  if (search !== '')
    where.and(
      `(strpos(${plain(name)}, ${plain('?')}) > 0 OR strpos(${plain('l.text')}, ${plain('?')}) > 0)`,
      search
    )
  return where
}

const TEAM = {
  ...{ key: number, id: number, name: text, bio: nullable(text), avatar: nullable(text), members: number },
  ...SHOWN,
  ...{ text, at: time, own: nullable(oneOf(['Member', 'Waiting', 'Declined'])) }
}

/** Teams that take requests, with what `userId` is to each. */
export async function listTeamListings(
  sql: Sql,
  now: Date,
  userId: string,
  query: ListingQuery
): Promise<ListedTeams> {
  const where = listed(query, 'l.team_id IS NOT NULL', 't.name')
  const [me, then] = [where.value(userId), where.value(now)]
  const found = await rows(
    sql,
    TEAM,
    `SELECT l.id AS key, t.id, t.name, t.bio, '/assets/' || t.avatar_hash || '/avatar' AS avatar, l.text, l.at,
       t.affiliation, t.website, t.country,
       (SELECT count(*)::int FROM team_members m WHERE m.team_id = t.id) AS members,
       CASE WHEN EXISTS (SELECT FROM team_members m WHERE m.team_id = t.id AND m.user_id = ${me}) THEN 'Member'
         ELSE (SELECT q.state FROM team_requests q WHERE q.team_id = t.id AND q.user_id = ${me}
               AND (q.state = 'Waiting' OR q.state = 'Declined' AND ${barring(then)})) END AS own
     FROM team_listings l JOIN teams t ON t.id = l.team_id
     WHERE ${where} ORDER BY l.id DESC LIMIT ${where.value(query.count + 1)}`,
    where.values
  )
  const { shown, next } = partOf(found, query.count)
  return { data: shown.map(({ key, at, ...team }) => ({ ...team, listed: wireTime(at) })), next }
}

/** SQL: declined request `q` still bars another one. `now`: placeholder. */
const barring = (now: string) => `q.answered_at > ${now}::timestamptz - make_interval(days => ${ANSWER_DAYS})`

const PLAYER = { key: number, id: nullable(uuid), name: text, avatar: nullable(text), text, at: time }

/** People who listed themselves in the last month. */
export async function listPlayerListings(sql: Sql, now: Date, query: ListingQuery): Promise<ListedPlayers> {
  const where = listed(query, `l.user_id IS NOT NULL AND ${HAS_PAGE_SQL}`, 'u.user_name')
  where.and(`l.at > ?::timestamptz - make_interval(days => ${LISTED_DAYS})`, now)
  const found = await rows(
    sql,
    PLAYER,
    `SELECT l.id AS key, CASE WHEN ${IS_PUBLIC_SQL} THEN u.id END AS id, u.user_name AS name,
       '/assets/' || u.avatar_hash || '/avatar' AS avatar, l.text, l.at
     FROM team_listings l JOIN users u ON u.id = l.user_id
     WHERE ${where} ORDER BY l.id DESC LIMIT ${where.value(query.count + 1)}`,
    where.values
  )
  const { shown, next } = partOf(found, query.count)
  return { data: shown.map(({ key, at, ...player }) => ({ ...player, listed: wireTime(at) })), next }
}

/** The text with which a player is listed; null: is not. */
export async function findOwnListing(sql: Sql, now: Date, userId: string): Promise<string | null> {
  const found = await row(
    sql,
    { text },
    `SELECT text FROM team_listings WHERE user_id = $1 AND at > $2::timestamptz - make_interval(days => ${LISTED_DAYS})`,
    [userId, now]
  )
  return found?.text ?? null
}

/** Lists a player, or renews the listing: two that come at the same moment are one. */
export async function saveOwnListing(sql: Sql, now: Date, userId: string, line: string): Promise<void> {
  await sql.query(
    `INSERT INTO team_listings (user_id, text, at) VALUES ($1, $2, $3)
     ON CONFLICT (user_id) DO UPDATE SET text = excluded.text, at = excluded.at`,
    [userId, line, now]
  )
}

const REQUEST = { userId: uuid, userName: text, avatar: nullable(text), page: bool, text, at: time }

/** Open requests to a team, by users who may still join, the oldest first. */
export async function listOpenRequests(sql: Sql, teamId: number): Promise<TeamRequest[]> {
  const found = await rows(
    sql,
    REQUEST,
    `SELECT u.id AS "userId", u.user_name AS "userName", '/assets/' || u.avatar_hash || '/avatar' AS avatar,
       ${IS_PUBLIC_SQL} AS page, q.text, q.at
     FROM team_requests q JOIN users u ON u.id = q.user_id
     WHERE q.team_id = $1 AND q.state = 'Waiting' AND ${HAS_PAGE_SQL} ORDER BY q.at, u.id LIMIT $2`,
    [teamId, MAX_WAITING]
  )
  return found.map(({ at, ...request }) => ({ ...request, at: wireTime(at) }))
}

const OWN = { id: number, name: text, text, at: time, state: oneOf(REQUEST_STATES) }

/** Requests of a player that are not closed, the newest first. */
export async function listOwnRequests(sql: Sql, userId: string): Promise<OwnRequest[]> {
  const found = await rows(
    sql,
    OWN,
    `SELECT t.id, t.name, q.text, q.at, q.state FROM team_requests q JOIN teams t ON t.id = q.team_id
     WHERE q.user_id = $1 AND NOT q.seen ORDER BY q.at DESC, t.id LIMIT 100`,
    [userId]
  )
  return found.map(({ id, name, at, ...request }) => ({ team: { id, name }, ...request, at: wireTime(at) }))
}

const ASKABLE = {
  ...{ captainId: uuid, open: bool, member: bool, state: nullable(oneOf(REQUEST_STATES)), barred: bool },
  ...{ asked: number, waiting: number }
}

/**
 * The facts that decide whether a player may ask a team; undefined for an unknown team. Locks the player, then the team, so that
 * concurrent requests pass no limit.
 */
export async function findRequestTarget(sql: Sql, now: Date, teamId: number, userId: string) {
  await lockUser(sql, userId)
  await sql.query('SELECT FROM teams WHERE id = $1 FOR NO KEY UPDATE', [teamId])
  return row(
    sql,
    ASKABLE,
    `SELECT t.captain_id AS "captainId", EXISTS (SELECT FROM team_listings l WHERE l.team_id = t.id) AS open,
       EXISTS (SELECT FROM team_members m WHERE m.team_id = t.id AND m.user_id = $2) AS member,
       q.state, coalesce(q.state = 'Declined' AND ${barring('$3')}, false) AS barred,
       (SELECT count(*)::int FROM team_requests o WHERE o.user_id = $2 AND o.state = 'Waiting') AS asked,
       (SELECT count(*)::int FROM team_requests o WHERE o.team_id = t.id AND o.state = 'Waiting') AS waiting
     FROM teams t LEFT JOIN team_requests q ON q.team_id = t.id AND q.user_id = $2
     WHERE t.id = $1 AND t.rehearsal IS NULL`,
    [teamId, userId, now]
  )
}

/** The captain of a team; null for an unknown team. */
export async function findCaptainId(sql: Sql, teamId: number): Promise<string | null> {
  const team = await row(sql, { id: uuid }, 'SELECT captain_id AS id FROM teams WHERE id = $1', [teamId])
  return team?.id ?? null
}

/** Locks an open request by a user who may still join. */
export const findOpenRequest = (sql: Sql, teamId: number, userId: string) =>
  row(
    sql,
    { userId: uuid },
    `SELECT q.user_id AS "userId" FROM team_requests q JOIN users u ON u.id = q.user_id
     WHERE q.team_id = $1 AND q.user_id = $2 AND q.state = 'Waiting' AND ${HAS_PAGE_SQL} FOR UPDATE OF q`,
    [teamId, userId]
  )

/** Deletes answers, and listings of players, that are older than the rules keep them. */
export async function purgeOld(sql: Sql): Promise<void> {
  await sql.query('DELETE FROM team_requests WHERE answered_at <= now() - make_interval(days => $1)', [
    ANSWER_DAYS
  ])
  await sql.query(
    'DELETE FROM team_listings WHERE user_id IS NOT NULL AND at <= now() - make_interval(days => $1)',
    [LISTED_DAYS]
  )
}
