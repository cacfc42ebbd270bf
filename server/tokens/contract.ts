import { z } from 'zod'
import { GAME_ROLES } from '~/server/access/constants'
import type { Actor } from '~/server/access/contract'
import { AppError } from '~/server/platform/errors'
import { textField } from '~/server/platform/text-fields'
import { AWARDS_ONLY, MAX_DAYS, MAX_TOKEN_NAME_LENGTH, SCOPES, type Scope, SERVICE_SCOPES } from './constants'

const name = z
  .string({ error: 'field.required' })
  .max(1000, 'token.name_length')
  .transform((name) => name.normalize('NFC').trim())
  .pipe(
    z
      .string()
      .min(1, 'token.name_length')
      .max(MAX_TOKEN_NAME_LENGTH, 'token.name_length')
      // Invisible characters would make two names look equal.
      .regex(/^[^\p{C}\p{Zl}\p{Zp}]+$/u, 'token.name_characters')
  )

const scopesOf = <S extends Scope>(known: readonly [S, ...S[]]) =>
  z
    .array(z.enum(known, { error: 'token.scope_unknown' }), { error: 'token.scopes_required' })
    .min(1, 'token.scopes_required')
    .max(100, 'token.scopes_required')
    .transform((scopes) => known.filter((scope) => (scopes as readonly Scope[]).includes(scope)))

/** Absent or null for all games. */
const game = z
  .int('field.type_mismatch')
  .min(1, 'field.out_of_range')
  .max(2_147_483_647, 'field.out_of_range')
  .nullish()
const days = z.int('token.days').min(1, 'token.days').max(MAX_DAYS, 'token.days')

export const tokenInput = z
  .object({
    ...{ name, scopes: scopesOf(SCOPES), game, days },
    /** Left out by accounts without one (docs/rules/accounts.md#proof-of-ownership). */
    password: textField(256, { type: 'field.password_required' }).min(1, 'field.password_required').optional()
  })
  .meta({ id: 'ApiTokenCreateModel' })
export type TokenInput = z.infer<typeof tokenInput>

export const serviceTokenInput = z
  .object({ name, scopes: scopesOf(SERVICE_SCOPES), game, days })
  .meta({ id: 'ServiceTokenCreateModel' })
export type ServiceTokenInput = z.infer<typeof serviceTokenInput>

/** What a token of a game may be: somebody with a role there, or a giver of points. */
export const TOKEN_ROLES = [...GAME_ROLES, AWARDS_ONLY] as const
export type TokenRole = (typeof TOKEN_ROLES)[number]

export const gameTokenInput = z
  .object({ name, role: z.enum(TOKEN_ROLES, { error: 'staff.role_unknown' }), days })
  .meta({ id: 'GameTokenCreateModel' })
export type GameTokenInput = z.infer<typeof gameTokenInput>

const time = z.iso.datetime({ offset: true })

export const tokenView = z
  .object({
    id: z.uuid(),
    name: z.string(),
    hint: z.string(),
    scopes: z.array(z.enum(SCOPES)),
    game: z.object({ id: z.int(), title: z.string() }).nullable(),
    createdAt: time,
    expiresAt: time,
    /** Exact to about a minute; null when never used. */
    lastUsedAt: time.nullable(),
    expired: z.boolean()
  })
  .meta({ id: 'ApiTokenModel' })
export type TokenView = z.infer<typeof tokenView>

export const serviceTokenView = tokenView
  .extend({
    /** The author; null once that account is deleted. */
    madeBy: z.string().nullable()
  })
  .meta({ id: 'ServiceTokenModel' })
export type ServiceTokenView = z.infer<typeof serviceTokenView>

export const gameTokenView = tokenView
  .omit({ scopes: true, game: true })
  .extend({
    role: z.enum(TOKEN_ROLES),
    /** The author; the token ends when the author may give no roles any more. */
    madeBy: z.string().nullable()
  })
  .meta({ id: 'GameTokenModel' })
export type GameTokenView = z.infer<typeof gameTokenView>

export const madeToken = z
  .object({ id: z.uuid(), token: z.string(), expiresAt: time })
  .meta({ id: 'ApiTokenSecretModel' })
export type MadeToken = z.infer<typeof madeToken>

/** With the WWW-Authenticate header of RFC 6750. */
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
 * Checks a token's scope; callers without a token pass (docs/rules/accounts.md#scopes). `scope` null: needs a login.
 * `game` null: about no game.
 * @throws AppError `token.person_needed`, `token.login_needed`, `token.scope`, `token.game`, all 403
 */
export function requireScope(actor: Actor | null, scope: Scope | null, game: number | null): void {
  const token = actor?.token
  if (!token) return
  if (token.service && !(SERVICE_SCOPES as readonly (Scope | null)[]).includes(scope))
    throw tokenRefusal('token.person_needed', 403)
  if (scope === null) throw tokenRefusal('token.login_needed', 403)
  if (!token.scopes.includes(scope)) throw tokenRefusal('token.scope', 403, { scope })
  if (token.gameId !== null && token.gameId !== game) throw tokenRefusal('token.game', 403)
}

/** Refuses tokens of one game, for what belongs to no single game, whatever its path names. @throws AppError `token.game` 403 */
export function requireAllGames(actor: Actor | null): void {
  if (actor?.token && actor.token.gameId !== null) throw tokenRefusal('token.game', 403)
}

/** @throws AppError `token.person_needed` 403 for a service token */
export function requirePerson(actor: Actor | null): void {
  if (actor?.token?.service) throw tokenRefusal('token.person_needed', 403)
}

const OF_GAME = /^\/api\/(?:game|game\/games|edit\/games|admin\/writeups)\/([1-9]\d{0,9})(?:\/|$)/i

/** Null for no game, and for ids in another spelling. */
export function gameOfPath(path: string): number | null {
  const id = OF_GAME.exec(path)?.[1]
  return id === undefined ? null : Number(id)
}
