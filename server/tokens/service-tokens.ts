import { requireActor, requireConfirmed } from '~/server/access'
import { type Ctx, callerLogFields } from '~/server/access/contract'
import type { MakeChange } from '~/server/change'
import { type Database, nullable, number, row, rows, text } from '~/server/db'
import { AppError, notFound } from '~/server/platform/errors'
import { uuid7 } from '~/server/platform/ids'
import type { Log } from '~/server/platform/log'
import { MAX_SERVICE_TOKENS, SERVICE_SCOPES } from './constants'
import { type MadeToken, requireScope, type ServiceTokenInput, type ServiceTokenView } from './contract'
import { insertToken, LISTED, LISTED_COLUMNS, listedView } from './rows'
import { tokenSessionTag } from './tag'

/** Tokens that belong to no person (docs/rules/accounts.md#service-tokens). Administrators with a login only. */
export interface ServiceTokens {
  /** Newest first, at most 200. @throws AppError `token.person_needed`, `token.login_needed` 403 */
  list(ctx: Ctx): Promise<ServiceTokenView[]>
  /**
   * The only reply with the token. @throws AppError `account.confirm_needed`, `token.login_needed` 403, `game.not_found` 404
   * (field `game`), `token.service_limit` 400
   */
  create(ctx: Ctx, input: ServiceTokenInput): Promise<MadeToken>
  /** Ends a token and its sockets, in all processes. @throws AppError `token.login_needed` 403, `token.not_found` 404 */
  revoke(ctx: Ctx, id: string): Promise<void>
}

interface Needs {
  db: Database
  change: MakeChange
  log: Log
}

const VIEW = { ...LISTED, madeBy: nullable(text) }
const MAX_LISTED = 200

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
        `SELECT ${LISTED_COLUMNS}, u.user_name AS "madeBy"
         FROM api_tokens k LEFT JOIN games g ON g.id = k.game_id LEFT JOIN users u ON u.id = k.made_by
         WHERE k.user_id IS NULL AND k.game_role IS NULL ORDER BY k.created_at DESC, k.id DESC LIMIT $1`,
        [MAX_LISTED]
      )
      return found.map((one) => listedView(one, SERVICE_SCOPES))
    },

    async create(ctx, { name, scopes, game = null, days }) {
      const madeBy = requireAdministrator(ctx)
      const id = uuid7(ctx.now)
      const made = await change(ctx, { settings: true }, async (tx) => {
        await requireConfirmed(tx, ctx)
        const exists = 'SELECT FROM games WHERE id = $1 AND rehearsal IS NULL FOR KEY SHARE'
        if (game !== null && !(await row(tx, {}, exists, [game])))
          throw new AppError('game.not_found', 404, { extra: { field: 'game' } })
        const counted = await row(
          tx,
          { count: number },
          'SELECT count(*)::int AS count FROM api_tokens WHERE user_id IS NULL AND game_role IS NULL AND expires_at > now()'
        )
        if (counted!.count >= MAX_SERVICE_TOKENS)
          throw new AppError('token.service_limit', 400, { params: { max: MAX_SERVICE_TOKENS } })
        const token = await insertToken(tx, {
          id,
          userId: null,
          madeBy,
          name,
          scopes,
          game,
          gameRole: null,
          days
        })
        const after = { id, name, scopes, game, expiresAt: token.expiresAt }
        await tx.audit({ action: 'service_token_created', target: targetOf(game), after })
        return token
      })
      log.info({ token: id, ...callerLogFields(ctx) }, 'service_token_created')
      return made
    },

    async revoke(ctx, id) {
      requireAdministrator(ctx)
      await change(ctx, async (tx) => {
        const revoked = await row(
          tx,
          { name: text, gameId: nullable(number) },
          'DELETE FROM api_tokens WHERE user_id IS NULL AND game_role IS NULL AND id = $1 RETURNING name, game_id AS "gameId"',
          [id]
        )
        if (!revoked) throw notFound('token.not_found')
        const before = { id, name: revoked.name }
        await tx.audit({ action: 'service_token_revoked', target: targetOf(revoked.gameId), before })
        tx.invalidate(tokenSessionTag(id))
      })
      log.info({ token: id, ...callerLogFields(ctx) }, 'service_token_revoked')
    }
  }
}
