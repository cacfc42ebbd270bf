import { z } from 'zod'
import type { Actor } from '~/server/access/contract'
import { AppError } from '~/server/platform/errors'
import { LONGEST_TOKEN_NAME, MOST_DAYS, SCOPES, type Scope } from './constants'

/** A new token. The password proves that it is the owner who asks. */
export const tokenInput = z
  .object({
    name: z
      .string({ error: 'field.required' })
      .max(1000, 'token.name_length')
      .transform((name) => name.normalize('NFC').trim())
      .pipe(
        z
          .string()
          .min(1, 'token.name_length')
          .max(LONGEST_TOKEN_NAME, 'token.name_length')
          // What nobody sees would make two names look the same.
          .regex(/^[^\p{C}\p{Zl}\p{Zp}]+$/u, 'token.name_characters')
      ),
    scopes: z
      .array(z.enum(SCOPES, { error: 'token.scopes_required' }), { error: 'token.scopes_required' })
      .min(1, 'token.scopes_required')
      .max(100, 'token.scopes_required')
      .transform((scopes) => SCOPES.filter((scope) => scopes.includes(scope))),
    /** The one game it is for; absent or null for all. */
    game: z
      .int('field.type_mismatch')
      .min(1, 'field.out_of_range')
      .max(2_147_483_647, 'field.out_of_range')
      .nullish(),
    /** How long it is good for. */
    days: z.int('token.days').min(1, 'token.days').max(MOST_DAYS, 'token.days'),
    password: z
      .string({ error: 'field.password_required' })
      .min(1, 'field.password_required')
      .max(256, 'field.text_too_long')
      .regex(/^[^\0]*$/, 'field.characters')
  })
  .meta({ id: 'ApiTokenCreateModel' })
export type TokenInput = z.infer<typeof tokenInput>

const time = z.iso.datetime({ offset: true })

/** A token as its owner sees it; the secret is in none. */
export const tokenView = z
  .object({
    id: z.uuid(),
    name: z.string(),
    /** How the token begins. */
    hint: z.string(),
    scopes: z.array(z.enum(SCOPES)),
    game: z.object({ id: z.int(), title: z.string() }).nullable(),
    createdAt: time,
    expiresAt: time,
    /** Exact to about a minute; null when it was never used. */
    lastUsedAt: time.nullable(),
    expired: z.boolean()
  })
  .meta({ id: 'ApiTokenModel' })
export type TokenView = z.infer<typeof tokenView>

/** A token that was just made: the only answer that holds it. */
export const madeToken = z
  .object({ id: z.uuid(), token: z.string(), expiresAt: time })
  .meta({ id: 'ApiTokenSecretModel' })
export type MadeToken = z.infer<typeof madeToken>

/** A refusal of a token, with its code in the body and what RFC 6750 wants in `WWW-Authenticate`. */
export function tokenRefusal(code: string, status: 401 | 403, params: { scope?: Scope } = {}): AppError {
  const reason = status === 401 ? 'invalid_token' : 'insufficient_scope'
  const scope = params.scope ? `, scope="${params.scope}"` : ''
  return new AppError(code, status, {
    params,
    extra: { code },
    headers: { 'WWW-Authenticate': `Bearer realm="Halyard", error="${reason}"${scope}` }
  })
}

/**
 * Lets a token do only what it is for; callers without a token pass (docs/rules/accounts.md#scopes). `scope` null: needs a
 * login. `game`: the one it is about, null for none.
 * @throws AppError `token.login_needed`, `token.scope`, `token.game`, all 403
 */
export function requireScope(actor: Actor | null, scope: Scope | null, game: number | null): void {
  const token = actor?.token
  if (!token) return
  if (scope === null) throw tokenRefusal('token.login_needed', 403)
  if (!token.scopes.includes(scope)) throw tokenRefusal('token.scope', 403, { scope })
  if (token.gameId !== null && token.gameId !== game) throw tokenRefusal('token.game', 403)
}

/** The prefix of a path below one game, with that game's id and nothing else. */
const OF_GAME = /^\/api\/(?:game|game\/games|edit\/games|admin\/writeups)\/([1-9]\d{0,9})(?:\/|$)/i

/** The game that the path of a call is about; null for none. Ids in another spelling count as none. */
export function gameOfPath(path: string): number | null {
  const id = OF_GAME.exec(path)?.[1]
  return id === undefined ? null : Number(id)
}
