import { GAMES_OF, staffGamesSql } from '~/server/access'
import { GAME_ROLES } from '~/server/access/constants'
import { type Actor, hasRole, ROLES, type Role } from '~/server/access/contract'
import {
  bool,
  type Database,
  nullable,
  number,
  oneOf,
  type RowOf,
  row,
  text,
  texts,
  time,
  uuid
} from '~/server/db'
import { createUnknownCookies } from '~/server/limits'
import type { Cache, Caches } from '~/server/platform/cache'
import type { AppError } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import type { Redis } from '~/server/platform/redis'
import { sha256Hex } from '~/server/platform/sha256'
import { BACKED_SQL } from './backing'
import { SCOPE_ROLES, SCOPES } from './constants'
import { tokenRefusal } from './contract'
import { isSecret } from './secret'
import { tokenSessionId, tokenSessionTag } from './tag'

type TokenBearer = { actor: Actor; refusal: null } | { actor: null; refusal: AppError }

export interface Authentication {
  /**
   * The caller of a token, with the owner's present rights, cached until the account changes. `ip` null: unknown, not
   * counted.
   * @throws AppError `rate.limited` 429 after too many unknown tokens
   */
  authenticate(sent: string, ip: string | null): Promise<TokenBearer>
}

interface Found {
  id: string
  actor: Actor
  role: Role
  expiresAt: number
}

const ROW = {
  id: uuid,
  name: text,
  scopes: texts,
  gameId: nullable(number),
  gameRole: nullable(oneOf(GAME_ROLES)),
  madeBy: nullable(uuid),
  /** False: who made a token of a game may no more. */
  backed: bool,
  expiresAt: time,
  userId: nullable(uuid),
  userName: nullable(text),
  role: nullable(oneOf(ROLES)),
  active: nullable(bool),
  avatarHash: nullable(text),
  games: GAMES_OF
}

const CACHED_MS = 60_000
const USED_EVERY_MS = 60_000
const REMEMBERED = 20_000

const refused = (code: string, status: 401 | 403): TokenBearer => ({
  actor: null,
  refusal: tokenRefusal(code, status)
})

/** A service token is its own caller, with the role that it has in its game, else the least that its scopes need. */
function actorOf({ id, name, gameId, gameRole, scopes: stored, ...owner }: RowOf<typeof ROW>): Actor {
  const scopes = SCOPES.filter((scope) => stored.includes(scope))
  const service = owner.userId === null
  const least = scopes.map((scope) => SCOPE_ROLES[scope]).reduce((a, b) => (hasRole(a, b) ? a : b), 'User')
  const games = gameId !== null && gameRole ? { [gameId]: gameRole } : owner.games
  return {
    id: owner.userId ?? id,
    userName: owner.userName ?? name,
    role: gameRole ? 'User' : service ? least : owner.role!,
    sessionId: tokenSessionId(id),
    avatar: owner.avatarHash && `/assets/${owner.avatarHash}/avatar`,
    ...(games && { games }),
    token: { id, name, gameId, scopes, service }
  }
}

export function createAuthentication(
  { pool }: Pick<Database, 'pool'>,
  caches: Caches,
  redis: Redis,
  log: Log,
  { limited }: { limited: boolean }
): Authentication {
  const cache: Cache<Found | null> = caches.create({ ttl: CACHED_MS, max: 20_000 })
  const unknown = createUnknownCookies(redis, log, { enabled: limited })
  const written = new Map<string, number>()

  const load = async (hash: string, ip: string | null) => {
    if (ip !== null) await unknown.take(hash, ip)
    const found = await row(pool, ROW, {
      name: 'token_by_hash',
      text: `SELECT k.id, k.name, k.scopes, k.game_id AS "gameId", k.game_role AS "gameRole", k.made_by AS "madeBy",
               k.game_role IS NULL OR ${BACKED_SQL} AS backed, k.expires_at AS "expiresAt", u.id AS "userId",
               u.user_name AS "userName", u.role, u.active, u.avatar_hash AS "avatarHash", ${staffGamesSql('u.id')} AS games
             FROM api_tokens k LEFT JOIN users u ON u.id = k.user_id WHERE k.token_hash = $1`,
      values: [hash]
    })
    if (ip !== null) unknown.seen(hash, ip, found != null)
    if (!found) return { value: null, tags: [] }
    const { id, userId, madeBy, active, backed } = found
    // Deleting its game deletes the token.
    const tags = [
      tokenSessionTag(id),
      ...[userId, found.gameRole && madeBy].flatMap((one) => (one ? [`user:${one}`] : [])),
      ...(found.gameId === null ? [] : [`game:${found.gameId}`])
    ]
    if (!backed || (userId !== null && !active)) return { value: null, tags }
    const actor = actorOf(found)
    const { role } = actor
    return { value: { id, actor, role, expiresAt: found.expiresAt.getTime() }, tags }
  }

  /** Does not wait; at most once a minute over all processes. */
  const use = (id: string, now: number) => {
    if (now - (written.get(id) ?? 0) < USED_EVERY_MS) return
    if (written.size >= REMEMBERED) written.clear()
    written.set(id, now)
    pool
      .query(
        `UPDATE api_tokens SET last_used_at = now()
         WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= now() - interval '1 minute')`,
        [id]
      )
      .catch((error: Error) => log.debug({ err: error.message }, 'token_use_not_recorded'))
  }

  return {
    async authenticate(sent, ip) {
      if (!isSecret(sent)) return refused('token.invalid', 401)
      const hash = sha256Hex(sent)
      const found = await cache.through(hash, () => load(hash, ip))
      if (!found) return refused('token.invalid', 401)
      const now = Date.now()
      if (found.expiresAt <= now) return refused('token.expired', 401)
      if (found.role === 'Banned') return refused('token.owner_banned', 403)
      use(found.id, now)
      return { actor: found.actor, refusal: null }
    }
  }
}
