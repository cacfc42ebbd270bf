import { ROLES, type Role } from '~/server/access/contract'
import {
  bool,
  nullable,
  number,
  oneOf,
  type Pool,
  type RowOf,
  row,
  rows,
  type Sql,
  text,
  time,
  uuid
} from '~/server/db'
import { endSql } from '~/server/games/contract'
import { plain, SqlConditions } from '~/server/platform/sql-conditions'
import { wireTime } from '~/server/platform/time'
import { leftSomethingSql } from '~/server/teams'
import type { Belongings, UserInfo, UserOrder, UserPage } from './contract'
import { USER_VERSION } from './locked-user'

export interface UserFilter {
  /** Part of user name, address, real name, student number, phone or id; ignores case and accents. */
  hint?: string
  role?: Role
  active?: boolean
}

const USER = {
  id: uuid,
  userName: text,
  realName: text,
  stdNumber: text,
  phone: nullable(text),
  bio: text,
  registeredAt: time,
  visitedAt: nullable(time),
  ip: text,
  email: text,
  avatar: nullable(text),
  role: oneOf(ROLES),
  emailConfirmed: bool,
  version: text
}

const COLUMNS = `u.id, u.user_name AS "userName", u.real_name AS "realName", u.std_number AS "stdNumber", u.phone, u.bio,
  u.registered_at AS "registeredAt", u.last_visited_at AS "visitedAt", coalesce(u.ip, '') AS ip, u.email,
  '/assets/' || u.avatar_hash || '/avatar' AS avatar, u.role, u.active AS "emailConfirmed", ${USER_VERSION} AS version`

/** Both directions. Latest visit first, no visit last. */
const ORDERS: Record<UserOrder, [string, string]> = {
  id: ['u.id', 'u.id DESC'],
  name: ['u.user_name_key', 'u.user_name_key DESC'],
  email: ['u.email_key', 'u.email_key DESC'],
  visit: ['u.last_visited_at DESC NULLS LAST, u.id DESC', 'u.last_visited_at NULLS FIRST, u.id']
}

export interface UserPart {
  count: number
  skip: number
  order?: UserOrder
  reversed?: boolean
}

const infoOf = ({ registeredAt, visitedAt, ...row }: RowOf<typeof USER>): UserInfo => ({
  ...row,
  registerTimeUtc: wireTime(registeredAt),
  lastVisitedUtc: wireTime(visitedAt ?? 0)
})

const SEARCHED = `concat_ws(E'\\n', u.user_name, u.email, u.real_name, u.std_number, u.phone, u.id)`

function conditions({ hint = '', role, active }: UserFilter): SqlConditions {
  const where = new SqlConditions().and('u.rehearsal IS NULL')
  if (hint.trim() !== '') where.and(`strpos(${plain(SEARCHED)}, ${plain('?')}) > 0`, hint.trim())
  if (role) where.and('u.role = ?', role)
  if (active !== undefined) where.and('u.active = ?', active)
  return where
}

/** A page, and how many the filter finds in all. */
export async function listUsers(
  pool: Pool,
  filter: UserFilter,
  { count, skip, order = 'id', reversed = false }: UserPart
): Promise<UserPage> {
  const all = conditions(filter)
  const where = conditions(filter)
  const by = ORDERS[order][Number(reversed)]
  const [found, counted] = await Promise.all([
    rows(
      pool,
      USER,
      `SELECT ${COLUMNS} FROM (SELECT * FROM users u WHERE ${where} ORDER BY ${by}
         LIMIT ${where.value(count)} OFFSET ${where.value(skip)}) u ORDER BY ${by}`,
      where.values
    ),
    row(pool, { total: number }, `SELECT count(*)::int AS total FROM users u WHERE ${all}`, all.values)
  ])
  return { data: found.map(infoOf), length: found.length, total: counted!.total }
}

/** Null when there is none, or a made-up player of a rehearsal. */
export async function findUser(sql: Sql, id: string): Promise<UserInfo | null> {
  const user = await row(
    sql,
    USER,
    `SELECT ${COLUMNS} FROM users u WHERE u.id = $1 AND u.rehearsal IS NULL`,
    [id]
  )
  return user ? infoOf(user) : null
}

const BELONGINGS = {
  captainOf: nullable(text),
  teams: number,
  registrations: number,
  running: number,
  withdrawn: number,
  emptied: number,
  submissions: number,
  posts: number
}

/**
 * What goes with the account, or stays behind without it. `withdrawn`: participations that would go, `emptied`: those
 * that would have nobody left.
 */
export async function readBelongings(pool: Pool, now: Date, id: string): Promise<Belongings> {
  const belongings = await row(
    pool,
    BELONGINGS,
    `WITH last AS (
       SELECT p.status, ${endSql('g', 'p')} > $2 AS open, ${leftSomethingSql('p')} AS stays FROM registrations r JOIN participations p ON p.id = r.participation_id
       JOIN games g ON g.id = p.game_id WHERE r.user_id = $1 AND NOT EXISTS (
         SELECT FROM registrations o WHERE o.participation_id = p.id AND o.user_id <> $1)
     )
     SELECT (SELECT name FROM teams WHERE captain_id = $1) AS "captainOf",
       (SELECT count(*)::int FROM team_members WHERE user_id = $1) AS teams,
       (SELECT count(*)::int FROM registrations WHERE user_id = $1) AS registrations,
       (SELECT count(*)::int FROM registrations r JOIN games g ON g.id = r.game_id
        WHERE r.user_id = $1 AND g.start_at <= $2 AND g.final_at > $2) AS running,
       (SELECT count(*)::int FROM last WHERE status IN ('Pending', 'Rejected') AND NOT stays) AS withdrawn,
       (SELECT count(*)::int FROM last WHERE status IN ('Accepted', 'Suspended') AND open) AS emptied,
       (SELECT count(*)::int FROM submissions WHERE user_id = $1) AS submissions,
       (SELECT count(*)::int FROM posts WHERE author_id = $1) AS posts`,
    [id, now]
  )
  return belongings!
}
