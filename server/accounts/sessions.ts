import {
  type Adapter,
  type DatabaseSession,
  type DatabaseUser,
  generateIdFromEntropySize,
  Lucia,
  TimeSpan
} from 'lucia'
import { GAMES_OF, type GamesOf, staffGamesSql, teamNewsCountSql } from '~/server/access'
import { type Actor, type Ctx, isStaff, ROLES, type Role } from '~/server/access/contract'
import type { MakeChange } from '~/server/change'
import { bool, type Database, nullable, number, oneOf, type RowOf, rows, text, time, uuid } from '~/server/db'
import { createUnknownCookies } from '~/server/limits'
import type { Cache, Caches } from '~/server/platform/cache'
import { createBatchedLookup } from '~/server/platform/concurrency/batched-lookup'
import { AppError } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import { cookiesOf, readCookie } from '~/server/platform/network/cookies'
import type { Redis } from '~/server/platform/redis'
import { sha256Hex } from '~/server/platform/sha256'
import { SESSION_SECONDS } from './constants'
import { SESSION_COOKIE, type SignedIn } from './contract'
import { createRevocation, endOldestSessions, type Revocation } from './revocation'

declare module 'lucia' {
  interface Register {
    Lucia: Lucia<SessionAttributes, UserAttributes>
    DatabaseSessionAttributes: {
      ip?: string
      userAgent?: string | null
      passwordHash?: string
      secondFactor: boolean
    }
    DatabaseUserAttributes: UserAttributes
  }
}

interface SessionAttributes {
  secondFactor: boolean
}

interface UserAttributes {
  userName: string
  rehearsal: string | null
  role: Role
  active: boolean
  avatarHash: string | null
  games: GamesOf
  news: number
}

const SESSION = {
  id: text,
  userId: uuid,
  expiresAt: time,
  secondFactor: bool,
  userName: text,
  role: oneOf(ROLES),
  active: bool,
  avatarHash: nullable(text),
  rehearsal: nullable(uuid),
  games: GAMES_OF,
  news: number
}

/** The hash under which the session of a Set-Cookie is stored. */
export const sessionIdOf = (cookie: string) =>
  sha256Hex(readCookie(cookie.split(';')[0], SESSION_COOKIE) ?? '')

const MAX_USER_AGENT_LENGTH = 500

const SESSION_ID = /^[a-z0-9]{40}$/

/** The first of `names` decides, so that nobody can override the session. Null for an impossible value. */
function sessionIn(header: string | null, names: readonly string[]): string | null {
  if (!header) return null
  const cookies = cookiesOf(header)
  const name = names.find((one) => cookies[one] !== undefined)
  const value = name && cookies[name]
  return value && SESSION_ID.test(value) ? value : null
}

function sessionsIn(header: string | null, names: readonly string[]): Set<string> {
  const cookies = cookiesOf(header)
  return new Set(names.map((name) => cookies[name] ?? '').filter((value) => SESSION_ID.test(value)))
}

const COLUMNS = `s.id, s.user_id AS "userId", s.expires_at AS "expiresAt",
  s.second_factor AS "secondFactor", u.user_name AS "userName", u.role,
  u.active, u.avatar_hash AS "avatarHash", u.rehearsal, ${staffGamesSql('u.id')} AS games, ${teamNewsCountSql('u.id')} AS news`

/**
 * How the library writes sessions: one row each, on the pool and not by `change`, because nothing else is written with it;
 * who logs in is audited by the login.
 */
function postgresAdapter({ pool }: Database): Adapter {
  const split = ({
    id,
    userId,
    expiresAt,
    secondFactor,
    ...attributes
  }: RowOf<typeof SESSION>): [DatabaseSession, DatabaseUser] => [
    { id, userId, expiresAt, attributes: { secondFactor } },
    { id: userId, attributes }
  ]
  const sessionOf = createBatchedLookup(async (ids: readonly string[]) => {
    const found = await rows(pool, SESSION, {
      name: 'sessions_by_id',
      text: `SELECT ${COLUMNS} FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id = ANY ($1)`,
      values: [ids]
    })
    const byId = new Map(found.map((session) => [session.id, session]))
    return ids.map((id) => byId.get(id) ?? null)
  })
  return {
    async getSessionAndUser(cookie) {
      const session = await sessionOf(sha256Hex(cookie))
      const found = session && split(session)
      return found ? [{ ...found[0], id: cookie }, found[1]] : [null, null]
    },
    async getUserSessions(userId) {
      const found = await rows(
        pool,
        SESSION,
        `SELECT ${COLUMNS} FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.user_id = $1`,
        [userId]
      )
      return found.map((session) => split(session)[0])
    },
    async setSession({ id, userId, expiresAt, attributes }) {
      // Waits for a running change of the account, so that no session survives a ban or an old password.
      const { rowCount } = await pool.query(
        `INSERT INTO sessions (id, user_id, expires_at, ip, user_agent, second_factor)
         SELECT $1, u.id, $3::timestamptz, $4, $5, $7 FROM users u
         WHERE u.id = $2 AND u.active AND u.role <> 'Banned' AND u.password_hash = coalesce($6, u.password_hash)
         FOR SHARE`,
        [
          sha256Hex(id),
          userId,
          expiresAt,
          attributes.ip ?? null,
          attributes.userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
          attributes.passwordHash ?? null,
          attributes.secondFactor
        ]
      )
      if (!rowCount) throw new AppError('account.bad_credentials', 401)
    },
    async updateSessionExpiration(cookie, expiresAt) {
      await pool.query('UPDATE sessions SET expires_at = $2 WHERE id = $1', [sha256Hex(cookie), expiresAt])
    },
    async deleteSession(cookie) {
      await pool.query('DELETE FROM sessions WHERE id = $1', [sha256Hex(cookie)])
    },
    async deleteUserSessions(userId) {
      await pool.query('DELETE FROM sessions WHERE user_id = $1', [userId])
    },
    async deleteExpiredSessions() {
      await pool.query('DELETE FROM sessions WHERE expires_at <= now()')
    }
  }
}

interface Known {
  actor: Actor | null
  /** The cookie of a session that was just extended (seven days, sliding). */
  renewed: string | null
}

export interface Sessions extends Revocation {
  /** Null: no active session. `ip` null: not counted. @throws AppError `rate.limited` 429 after many unknown cookies */
  authenticate(cookieHeader: string | null, ip: string | null): Promise<Known>
  /**
   * Replaces the caller's session. `passwordHash`: only while the account still has it. `secondFactor`: the login had
   * one.
   * @throws AppError `account.bad_credentials` 401 when the account may not log in
   */
  start(userId: string, ctx: Ctx, passwordHash?: string, secondFactor?: boolean): Promise<SignedIn>
  end(cookieHeader: string | null): Promise<SignedIn>
  purge(): Promise<void>
}

const NOBODY: Known = { actor: null, renewed: null }
const CACHED_MS = 60_000

interface SessionSettings {
  secure: boolean
  limited: boolean
  /** Further names of the cookie; server/http sets them. */
  aliases: readonly string[]
  /** Whether staff need a session with a second factor; cached with the tag `settings`. */
  staffSecondFactor(): Promise<boolean>
}

interface SessionNeeds {
  db: Database
  caches: Caches
  change: MakeChange
  redis: Redis
  log: Log
}

export function createSessions(
  { db, caches, change, redis, log }: SessionNeeds,
  { secure, limited, aliases, staffSecondFactor }: SessionSettings
): Sessions {
  const names = [SESSION_COOKIE, ...aliases]
  const lucia = new Lucia<SessionAttributes, UserAttributes>(postgresAdapter(db), {
    sessionExpiresIn: new TimeSpan(SESSION_SECONDS, 's'),
    sessionCookie: { name: SESSION_COOKIE, attributes: { secure, sameSite: 'lax', path: '/' } },
    getUserAttributes: (attributes) => attributes,
    getSessionAttributes: ({ secondFactor }) => ({ secondFactor })
  })
  const cache: Cache<Known> = caches.create({ ttl: CACHED_MS, max: 20_000 })

  const unknown = createUnknownCookies(redis, log, { enabled: limited })

  const load = async (cookie: string, ip: string | null) => {
    if (ip !== null) await unknown.take(cookie, ip)
    const { session, user } = await lucia.validateSession(cookie)
    if (ip !== null) unknown.seen(cookie, ip, session !== null)
    if (!session || !user.active) return { value: NOBODY, tags: [`session:${sha256Hex(cookie)}`] }
    const sessionId = sha256Hex(cookie)
    const tags = [`user:${user.id}`, `session:${sessionId}`]
    if (isStaff({ role: user.role, games: user.games ?? undefined })) {
      tags.push('settings')
      if (!session.secondFactor && (await staffSecondFactor())) return { value: NOBODY, tags }
    }
    const actor: Actor = {
      id: user.id,
      userName: user.userName,
      role: user.role,
      sessionId,
      avatar: user.avatarHash && `/assets/${user.avatarHash}/avatar`,
      ...(user.rehearsal && { rehearsal: user.rehearsal }),
      ...(user.games && { games: user.games }),
      ...(user.news > 0 && { news: user.news })
    }
    const renewed = session.fresh ? lucia.createSessionCookie(cookie).serialize() : null
    return { value: { actor, renewed }, tags }
  }

  const replace = async ({ id, sessionId }: Actor) => {
    await db.pool.query('DELETE FROM sessions WHERE user_id = $1 AND id = $2', [id, sessionId])
    unknown.forget(sessionId)
    caches.invalidate(`session:${sessionId}`)
  }

  return {
    async authenticate(header, ip) {
      const cookie = sessionIn(header, names)
      return cookie ? cache.through(cookie, () => load(cookie, ip)) : NOBODY
    },
    async start(userId, ctx, passwordHash, secondFactor = false) {
      const id = generateIdFromEntropySize(25)
      const { ip, userAgent } = ctx
      await lucia.createSession(userId, { ip, userAgent, passwordHash, secondFactor }, { sessionId: id })
      unknown.seen(id, ip, true)
      if (ctx.actor) await replace(ctx.actor)
      const ended = await endOldestSessions(db.pool, userId)
      if (ended.length > 0) caches.invalidate(...ended.map((one) => `session:${one}`))
      return { cookie: lucia.createSessionCookie(id).serialize() }
    },
    async end(header) {
      for (const cookie of sessionsIn(header, names)) {
        await lucia.invalidateSession(cookie)
        unknown.forget(sha256Hex(cookie))
        caches.invalidate(`session:${sha256Hex(cookie)}`)
      }
      return { cookie: lucia.createBlankSessionCookie().serialize() }
    },
    ...createRevocation(db, change, unknown.forget),
    purge: () => lucia.deleteExpiredSessions()
  }
}
