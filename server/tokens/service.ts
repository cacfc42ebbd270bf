import { requireActor } from '~/server/access'
import { type Actor, type Ctx, callerLogFields, gameRoleOf, hasRole } from '~/server/access/contract'
import { proveOwner } from '~/server/accounts'
import type { Change, MakeChange } from '~/server/change'
import { bool, type Database, number, row, rows, text, uuid } from '~/server/db'
import { createLoginBackoff } from '~/server/limits'
import type { Caches } from '~/server/platform/cache'
import { AppError, forbidden, notFound } from '~/server/platform/errors'
import { uuid7 } from '~/server/platform/ids'
import type { Log } from '~/server/platform/log'
import type { Redis } from '~/server/platform/redis'
import { type Authentication, createAuthentication } from './authentication'
import { MAX_TOKENS, SCOPE_ROLES, SCOPES, type Scope } from './constants'
import { type MadeToken, requireScope, type TokenInput, type TokenView } from './contract'
import { insertToken, LISTED, LISTED_COLUMNS, listedView } from './rows'
import { tokenSessionTag } from './tag'

export interface Tokens extends Authentication {
  /** Newest first, at most 100. @throws AppError `token.login_needed` 403 */
  list(ctx: Ctx): Promise<TokenView[]>
  /**
   * The only reply with the token.
   * @throws AppError `token.login_needed` 403; `token.role` (field `scopes`), `game.not_found` 404 (field `game`),
   * `identity.password_mismatch` (field `password`), `token.limit` 400; `rate.limited` 429
   */
  create(ctx: Ctx, input: TokenInput): Promise<MadeToken>
  /** Ends a token, its sockets and tunnels, in all processes. @throws `token.login_needed` 403, `token.not_found` 404 */
  revoke(ctx: Ctx, id: string): Promise<void>
  /** Disconnects expired tokens; deletes them after 30 days. */
  purge(): Promise<void>
}

interface Needs {
  db: Database
  redis: Redis
  caches: Caches
  change: MakeChange
  log: Log
  limited: boolean
}

const RETENTION_DAYS = 30

const withField = (error: AppError, field: string) =>
  new AppError(error.code, error.status, { extra: { field } })

/** Staff of a game may have the scopes of staff, for that game alone (docs/rules/accounts.md#api-tokens). */
const mayHave = (actor: Actor, scope: Scope, game: number | null): boolean =>
  hasRole(actor.role, SCOPE_ROLES[scope]) ||
  ((scope === 'monitor' || scope === 'edit') && game !== null && gameRoleOf(actor, game) !== null)

function requireLogin(ctx: Ctx) {
  const actor = requireActor(ctx)
  requireScope(actor, null, null)
  return actor
}

export function createTokens({ db, redis, caches, change, log, limited }: Needs): Tokens {
  const attempts = createLoginBackoff(redis, log, { enabled: limited })

  const requireGame = async (tx: Change, ctx: Ctx, id: number) => {
    const found = await row(
      tx,
      { hidden: bool },
      'SELECT hidden FROM games WHERE id = $1 AND rehearsal IS NULL FOR KEY SHARE',
      [id]
    )
    const actor = requireActor(ctx)
    const sees = hasRole(actor.role, 'Monitor') || gameRoleOf(actor, id) !== null
    if (!found || (found.hidden && !sees)) throw withField(notFound('game.not_found'), 'game')
  }

  /** Locks the owner, so that the limit holds and no token survives a ban or new password. */
  const lockOwner = async (tx: Change, id: string, hash: string) => {
    const { rowCount } = await tx.query(
      `SELECT FROM users WHERE id = $1 AND active AND role <> 'Banned' AND password_hash = $2 FOR NO KEY UPDATE`,
      [id, hash]
    )
    if (!rowCount) throw forbidden()
    const counted = await row(
      tx,
      { count: number },
      'SELECT count(*)::int AS count FROM api_tokens WHERE user_id = $1 AND expires_at > now()',
      [id]
    )
    if (counted!.count >= MAX_TOKENS) throw new AppError('token.limit', 400, { params: { max: MAX_TOKENS } })
  }

  return {
    ...createAuthentication(db, caches, redis, log, { limited }),

    async list(ctx) {
      const { id } = requireLogin(ctx)
      const found = await rows(
        db.pool,
        LISTED,
        `SELECT ${LISTED_COLUMNS}
         FROM api_tokens k LEFT JOIN games g ON g.id = k.game_id
         WHERE k.user_id = $1 ORDER BY k.created_at DESC, k.id DESC LIMIT 100`,
        [id]
      )
      return found.map((one) => listedView(one, SCOPES))
    },

    async create(ctx, { name, scopes, game = null, days, password }) {
      const actor = requireLogin(ctx)
      const userId = actor.id
      if (scopes.some((scope) => !mayHave(actor, scope, game)))
        throw new AppError('token.role', 400, { extra: { field: 'scopes' } })
      const { hash } = await proveOwner({ db, attempts }, ctx, password, 'token_refused')
      const id = uuid7(ctx.now)
      const made = await change(ctx, async (tx) => {
        await lockOwner(tx, userId, hash)
        if (game !== null) await requireGame(tx, ctx, game)
        const token = await insertToken(tx, {
          id,
          userId,
          madeBy: null,
          name,
          scopes,
          game,
          gameRole: null,
          days
        })
        await tx.audit({
          action: 'token_created',
          target: `user:${userId}`,
          after: { id, name, scopes, game, expiresAt: token.expiresAt }
        })
        return token
      })
      log.info({ token: id, ...callerLogFields(ctx) }, 'token_created')
      return made
    },

    async revoke(ctx, id) {
      const { id: userId } = requireLogin(ctx)
      await change(ctx, async (tx) => {
        const revoked = await row(
          tx,
          { name: text },
          'DELETE FROM api_tokens WHERE user_id = $1 AND id = $2 RETURNING name',
          [userId, id]
        )
        if (!revoked) throw notFound('token.not_found')
        await tx.audit({
          action: 'token_revoked',
          target: `user:${userId}`,
          before: { id, name: revoked.name }
        })
        tx.invalidate(tokenSessionTag(id))
      })
      log.info({ token: id, ...callerLogFields(ctx) }, 'token_revoked')
    },

    async purge() {
      const ended = await rows(
        db.pool,
        { id: uuid },
        'UPDATE api_tokens SET ended = true WHERE NOT ended AND expires_at <= now() RETURNING id'
      )
      if (ended.length > 0) caches.invalidate(...ended.map(({ id }) => tokenSessionTag(id)))
      await db.pool.query('DELETE FROM api_tokens WHERE expires_at <= now() - make_interval(days => $1)', [
        RETENTION_DAYS
      ])
    }
  }
}
