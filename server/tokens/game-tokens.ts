import { requireConfirmed, requireInGame } from '~/server/access'
import { GAME_ROLES } from '~/server/access/constants'
import { type Ctx, callerLogFields } from '~/server/access/contract'
import type { Change, MakeChange } from '~/server/change'
import { bool, type Database, nullable, number, oneOf, row, rows, text, texts, time, uuid } from '~/server/db'
import { AppError, forbidden, notFound } from '~/server/platform/errors'
import { uuid7 } from '~/server/platform/ids'
import type { Log } from '~/server/platform/log'
import { wireTime } from '~/server/platform/time'
import { BACKED_SQL } from './backing'
import { AWARDS_ONLY, MAX_GAME_TOKENS, SERVICE_SCOPES } from './constants'
import { type GameTokenInput, type GameTokenView, type MadeToken, requireScope } from './contract'
import { insertToken } from './rows'
import { tokenSessionTag } from './tag'

/**
 * Service tokens with a role in one game (docs/rules/game-staff.md#service-tokens). For users who may give roles in it, with a
 * login.
 */
export interface GameTokens {
  /** Newest first, at most 50. @throws AppError `token.person_needed`, `token.login_needed`, 403 for others */
  list(ctx: Ctx, gameId: number): Promise<GameTokenView[]>
  /**
   * The only reply with the token. @throws AppError `account.confirm_needed`, `token.login_needed` 403,
   * `game.not_found` 404, `token.game_limit` 400
   */
  create(ctx: Ctx, gameId: number, input: GameTokenInput): Promise<MadeToken>
  /** Ends a token and its sockets, in all processes. @throws AppError `token.login_needed` 403, `token.not_found` 404 */
  revoke(ctx: Ctx, gameId: number, id: string): Promise<void>
}

interface Needs {
  db: Database
  change: MakeChange
  log: Log
}

const LISTED = {
  ...{ id: uuid, name: text, hint: text, scopes: texts, role: oneOf(GAME_ROLES) },
  ...{ createdAt: time, expiresAt: time, lastUsedAt: nullable(time), expired: bool, madeBy: nullable(text) }
}
const MAX_LISTED = 50

function requireMaker(ctx: Ctx, gameId: number): string {
  const actor = requireInGame(ctx, gameId, 'staff')
  requireScope(actor, null, null)
  return actor.id
}

/** Checks the author again, because the right may have ended while the change waited. */
async function requireBacked(tx: Change, gameId: number, madeBy: string): Promise<void> {
  const held = await row(
    tx,
    {},
    `SELECT FROM (SELECT $1::int AS game_id, $2::uuid AS made_by) k WHERE ${BACKED_SQL}`,
    [gameId, madeBy]
  )
  if (!held) throw forbidden()
}

async function refuseMore(tx: Change, gameId: number): Promise<void> {
  const counted = await row(
    tx,
    { count: number },
    `SELECT count(*)::int AS count FROM api_tokens
     WHERE game_id = $1 AND game_role IS NOT NULL AND expires_at > now()`,
    [gameId]
  )
  if (counted!.count >= MAX_GAME_TOKENS)
    throw new AppError('token.game_limit', 400, { params: { max: MAX_GAME_TOKENS } })
}

export function createGameTokens({ db, change, log }: Needs): GameTokens {
  return {
    async list(ctx, gameId) {
      requireMaker(ctx, gameId)
      const found = await rows(
        db.pool,
        LISTED,
        `SELECT k.id, k.name, k.hint, k.scopes, k.game_role AS role, k.created_at AS "createdAt", k.expires_at AS "expiresAt",
           k.last_used_at AS "lastUsedAt", k.expires_at <= now() AS expired, u.user_name AS "madeBy"
         FROM api_tokens k LEFT JOIN users u ON u.id = k.made_by
         WHERE k.game_id = $1 AND k.game_role IS NOT NULL ORDER BY k.created_at DESC, k.id DESC LIMIT $2`,
        [gameId, MAX_LISTED]
      )
      return found.map(({ scopes, ...one }) => ({
        ...one,
        role: scopes.join() === AWARDS_ONLY ? AWARDS_ONLY : one.role,
        createdAt: wireTime(one.createdAt),
        expiresAt: wireTime(one.expiresAt),
        lastUsedAt: one.lastUsedAt && wireTime(one.lastUsedAt)
      }))
    },

    async create(ctx, gameId, { name, role, days }) {
      const madeBy = requireMaker(ctx, gameId)
      const id = uuid7(ctx.now)
      // The lock under which roles are given and taken.
      const made = await change(ctx, { ledger: gameId }, async (tx) => {
        await requireConfirmed(tx, ctx)
        await requireBacked(tx, gameId, madeBy)
        await refuseMore(tx, gameId)
        const only = role === AWARDS_ONLY
        const more = {
          ...{ userId: null, madeBy, game: gameId, gameRole: only ? ('referee' as const) : role },
          scopes: only ? ([AWARDS_ONLY] as const) : SERVICE_SCOPES
        }
        const token = await insertToken(tx, { id, name, days, ...more })
        const after = { id, name, role, expiresAt: token.expiresAt }
        await tx.audit({ action: 'game_token_created', target: `game:${gameId}`, after })
        return token
      })
      log.info({ token: id, ...callerLogFields(ctx) }, 'game_token_created')
      return made
    },

    async revoke(ctx, gameId, id) {
      requireMaker(ctx, gameId)
      await change(ctx, async (tx) => {
        const revoked = await row(
          tx,
          { name: text },
          'DELETE FROM api_tokens WHERE game_id = $1 AND game_role IS NOT NULL AND id = $2 RETURNING name',
          [gameId, id]
        )
        if (!revoked) throw notFound('token.not_found')
        const before = { id, name: revoked.name }
        await tx.audit({ action: 'game_token_revoked', target: `game:${gameId}`, before })
        tx.invalidate(tokenSessionTag(id))
      })
      log.info({ token: id, ...callerLogFields(ctx) }, 'game_token_revoked')
    }
  }
}
