import type { GameRole } from '~/server/access/constants'
import { bool, nullable, number, type RowOf, row, type Sql, text, texts, time, uuid } from '~/server/db'
import { sha256Hex } from '~/server/platform/sha256'
import { wireTime } from '~/server/platform/time'
import type { Scope } from './constants'
import type { MadeToken } from './contract'
import { createSecret, hintOf } from './secret'

/** Columns of a token in lists. The secret is not stored. */
export const LISTED = {
  id: uuid,
  name: text,
  hint: text,
  scopes: texts,
  gameId: nullable(number),
  gameTitle: nullable(text),
  createdAt: time,
  expiresAt: time,
  lastUsedAt: nullable(time),
  expired: bool
}
/** `k` is the token, `g` its game. */
export const LISTED_COLUMNS = `k.id, k.name, k.hint, k.scopes, k.game_id AS "gameId", g.title AS "gameTitle",
  k.created_at AS "createdAt", k.expires_at AS "expiresAt", k.last_used_at AS "lastUsedAt", k.expires_at <= now() AS expired`

/** The view of a token: its scopes in the order of `known`; scopes that no longer exist are left out. */
export function listedView<R extends RowOf<typeof LISTED>, S extends Scope>(found: R, known: readonly S[]) {
  const { gameId, gameTitle, scopes, ...one } = found
  return {
    ...one,
    scopes: known.filter((scope) => scopes.includes(scope)),
    game: gameId === null ? null : { id: gameId, title: gameTitle ?? '' },
    createdAt: wireTime(one.createdAt),
    expiresAt: wireTime(one.expiresAt),
    lastUsedAt: one.lastUsedAt && wireTime(one.lastUsedAt)
  }
}

interface NewToken {
  id: string
  /** Null: a service token. */
  userId: string | null
  /** The author of a service token; null for a person's token. */
  madeBy: string | null
  name: string
  scopes: readonly Scope[]
  game: number | null
  /** The role that a service token has in its game; null: what its scopes need. */
  gameRole: GameRole | null
  days: number
}

/** Stores a new token's hash; the result is the only place of its secret. */
export async function insertToken(sql: Sql, token: NewToken): Promise<MadeToken> {
  const { id, userId, madeBy, name, scopes, game, gameRole, days } = token
  const secret = createSecret()
  const stored = await row(
    sql,
    { expiresAt: time },
    `INSERT INTO api_tokens (id, user_id, made_by, name, token_hash, hint, scopes, game_id, game_role, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, now() + make_interval(days => $10)) RETURNING expires_at AS "expiresAt"`,
    [id, userId, madeBy, name, sha256Hex(secret), hintOf(secret), scopes, game, gameRole, days]
  )
  return { id, token: secret, expiresAt: wireTime(stored!.expiresAt) }
}
