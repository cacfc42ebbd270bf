import { requireActor, requireConfirmed } from '~/server/access'
import { type Ctx, callerOf } from '~/server/access/contract'
import type { MakeChange } from '~/server/change'
import { bool, type Database, nullable, number, row, rows, text, texts, time, uuid } from '~/server/db'
import { AppError, notFound } from '~/server/platform/errors'
import { uuid7 } from '~/server/platform/ids'
import type { Log } from '~/server/platform/log'
import { wireTime } from '~/server/platform/time'
import { tagOf } from './authentication'
import { MOST_SERVICE_TOKENS, SERVICE_SCOPES } from './constants'
import { type MadeToken, requireScope, type ServiceTokenInput, type ServiceTokenView } from './contract'
import { createSecret, hashSecret, hintOf } from './secret'

/** Tokens that belong to no person (docs/rules/accounts.md#service-tokens). Administrators with a login only. */
export interface ServiceTokens {
  /** Newest first, at most 200. @throws AppError `token.person_needed`, `token.login_needed` 403 */
  list(ctx: Ctx): Promise<ServiceTokenView[]>
  /**
   * The only reply with the token. @throws AppError `account.confirm_needed`, `token.login_needed` 403, `game.not_found` 404
   * (field `game`), `token.service_limit` 400
   */
  create(ctx: Ctx, input: ServiceTokenInput): Promise<MadeToken>
  /** With its sockets, in all processes. @throws AppError `token.login_needed` 403, `token.not_found` 404 */
  revoke(ctx: Ctx, id: string): Promise<void>
}

interface Needs {
  db: Database
  change: MakeChange
  log: Log
}

const VIEW = {
  id: uuid,
  name: text,
  hint: text,
  scopes: texts,
  gameId: nullable(number),
  gameTitle: nullable(text),
  createdAt: time,
  expiresAt: time,
  lastUsedAt: nullable(time),
  expired: bool,
  madeBy: nullable(text)
}
const MOST_LISTED = 200

function requireAdministrator(ctx: Ctx): string {
  const actor = requireActor(ctx, 'Admin')
  requireScope(actor, null, null)
  return actor.id
}

const targetOf = (game: number | null) => (game === null ? 'platform' : `game:${game}`)

export function createServiceTokens({ db, change, log }: Needs): ServiceTokens {
  return {
    async list(ctx) {
      requireAdministrator(ctx)
      const found = await rows(
        db.pool,
        VIEW,
        `SELECT k.id, k.name, k.hint, k.scopes, k.game_id AS "gameId", g.title AS "gameTitle", k.created_at AS "createdAt",
           k.expires_at AS "expiresAt", k.last_used_at AS "lastUsedAt", k.expires_at <= now() AS expired,
           u.user_name AS "madeBy"
         FROM api_tokens k LEFT JOIN games g ON g.id = k.game_id LEFT JOIN users u ON u.id = k.made_by
         WHERE k.user_id IS NULL ORDER BY k.created_at DESC, k.id DESC LIMIT $1`,
        [MOST_LISTED]
      )
      return found.map(({ gameId, gameTitle, scopes, ...one }) => ({
        ...one,
        scopes: SERVICE_SCOPES.filter((scope) => scopes.includes(scope)),
        game: gameId === null ? null : { id: gameId, title: gameTitle ?? '' },
        createdAt: wireTime(one.createdAt),
        expiresAt: wireTime(one.expiresAt),
        lastUsedAt: one.lastUsedAt && wireTime(one.lastUsedAt)
      }))
    },

    async create(ctx, { name, scopes, game = null, days }) {
      const userId = requireAdministrator(ctx)
      const secret = createSecret()
      const id = uuid7(ctx.now)
      const made = await change(ctx, { settings: true }, async (tx) => {
        await requireConfirmed(tx, ctx)
        if (game !== null && !(await row(tx, {}, 'SELECT FROM games WHERE id = $1 FOR KEY SHARE', [game])))
          throw new AppError('game.not_found', 404, { extra: { field: 'game' } })
        const counted = await row(
          tx,
          { count: number },
          'SELECT count(*)::int AS count FROM api_tokens WHERE user_id IS NULL AND expires_at > now()'
        )
        if (counted!.count >= MOST_SERVICE_TOKENS)
          throw new AppError('token.service_limit', 400, { params: { max: MOST_SERVICE_TOKENS } })
        const stored = await row(
          tx,
          { expiresAt: time },
          `INSERT INTO api_tokens (id, made_by, name, token_hash, hint, scopes, game_id, expires_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(days => $8)) RETURNING expires_at AS "expiresAt"`,
          [id, userId, name, hashSecret(secret), hintOf(secret), scopes, game, days]
        )
        const expiresAt = wireTime(stored!.expiresAt)
        const after = { id, name, scopes, game, expiresAt }
        await tx.audit({ action: 'service_token_created', target: targetOf(game), after })
        return { id, token: secret, expiresAt }
      })
      log.info({ token: id, ...callerOf(ctx) }, 'service_token_created')
      return made
    },

    async revoke(ctx, id) {
      requireAdministrator(ctx)
      await change(ctx, {}, async (tx) => {
        const revoked = await row(
          tx,
          { name: text, gameId: nullable(number) },
          'DELETE FROM api_tokens WHERE user_id IS NULL AND id = $1 RETURNING name, game_id AS "gameId"',
          [id]
        )
        if (!revoked) throw notFound('token.not_found')
        const before = { id, name: revoked.name }
        await tx.audit({ action: 'service_token_revoked', target: targetOf(revoked.gameId), before })
        tx.invalidate(tagOf(id))
      })
      log.info({ token: id, ...callerOf(ctx) }, 'service_token_revoked')
    }
  }
}
