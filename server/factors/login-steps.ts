import { randomBytes } from 'node:crypto'
import { GAMES_OF, staffGamesSql } from '~/server/access'
import { isStaff, ROLES } from '~/server/access/contract'
import type { Change } from '~/server/change'
import { type Database, nullable, oneOf, row, rows, type Sql, text, uuid } from '~/server/db'
import { AppError } from '~/server/platform/errors'
import { readCookie, setCookie } from '~/server/platform/network/cookies'
import { sha256Hex } from '~/server/platform/sha256'
import type { Settings } from '~/server/settings'
import { FACTOR_KINDS, type FactorKind, STEP_MINUTES } from './constants'
import type { LoginSteps } from './contract'

const COOKIE = 'halyard_step'

/** A login expires with the password. */
const STAMP = `encode(sha256(convert_to(u.password_hash, 'UTF8')), 'hex')`

const STEP = {
  tokenHash: text,
  userId: uuid,
  userName: text,
  provider: nullable(uuid),
  idToken: nullable(text),
  sidHash: nullable(text)
}

export interface Step {
  tokenHash: string
  userId: string
  userName: string
  provider: string | null
  idToken: string | null
  sidHash: string | null
}

/** Each kind once; empty for somebody without second factors. */
export async function listFactorKinds(sql: Sql, userId: string): Promise<FactorKind[]> {
  const found = await rows(
    sql,
    { kind: oneOf(FACTOR_KINDS) },
    'SELECT DISTINCT kind FROM second_factors WHERE user_id = $1 ORDER BY kind DESC',
    [userId]
  )
  return found.map(({ kind }) => kind)
}

interface Needs {
  db: Database
  settings: Settings
  secure: boolean
}

export interface StoredSteps extends LoginSteps {
  /** The login of a browser's cookie; null for none, an expired one, or a changed account. */
  read(cookies: string | null): Promise<Step | null>
  /** Consumes it within a change; only one of several concurrent calls gets true. */
  take(tx: Change, step: Step): Promise<boolean>
  cancel(cookies: string | null): Promise<string>
  cleared(): string
  purge(): Promise<void>
}

/** Rows for ten minutes, one browser and one use; their cookie is no session (docs/rules/accounts.md#second-factor). */
export function createLoginSteps({ db, settings, secure }: Needs): StoredSteps {
  const cleared = () => setCookie(COOKIE, '', { maxAge: 0, secure })
  return {
    cleared,

    async begin(userId, { passwordHash, provider }) {
      const kinds = await listFactorKinds(db.pool, userId)
      if (kinds.length === 0) {
        if (!(await settings.read()).accountPolicy.staffSecondFactor) return null
        const account = await row(
          db.pool,
          { role: oneOf(ROLES), games: GAMES_OF },
          `SELECT role, ${staffGamesSql('u.id')} AS games FROM users u WHERE id = $1`,
          [userId]
        )
        if (!account || !isStaff({ role: account.role, games: account.games ?? undefined })) return null
      }
      const token = randomBytes(32).toString('base64url')
      const { rowCount } = await db.pool.query(
        `INSERT INTO login_steps (token_hash, user_id, stamp, provider_id, id_token, sid_hash, expires_at)
         SELECT $1, u.id, ${STAMP}, $4, $5, $6, now() + make_interval(mins => $7) FROM users u
         WHERE u.id = $2 AND u.active AND u.role <> 'Banned' AND u.password_hash = coalesce($3, u.password_hash)
         FOR SHARE`,
        [
          ...[sha256Hex(token), userId, passwordHash ?? null],
          ...[provider?.id ?? null, provider?.idToken ?? null, provider?.sidHash ?? null, STEP_MINUTES]
        ]
      )
      if (!rowCount) throw new AppError('account.bad_credentials', 401)
      return { cookie: setCookie(COOKIE, token, { maxAge: STEP_MINUTES * 60, secure }), kinds }
    },

    async read(cookies) {
      const token = readCookie(cookies, COOKIE)
      if (!token) return null
      const found = await row(
        db.pool,
        STEP,
        `SELECT s.token_hash AS "tokenHash", s.user_id AS "userId", u.user_name AS "userName", s.provider_id AS provider,
           s.id_token AS "idToken", s.sid_hash AS "sidHash"
         FROM login_steps s JOIN users u ON u.id = s.user_id AND u.active AND u.role <> 'Banned' AND s.stamp = ${STAMP}
         WHERE s.token_hash = $1 AND s.expires_at > now()`,
        [sha256Hex(token)]
      )
      return found ?? null
    },

    async take(tx, { tokenHash }) {
      const { rowCount } = await tx.query(
        `DELETE FROM login_steps s USING users u
         WHERE s.token_hash = $1 AND s.expires_at > now() AND u.id = s.user_id AND s.stamp = ${STAMP}`,
        [tokenHash]
      )
      return rowCount === 1
    },

    async cancel(cookies) {
      const token = readCookie(cookies, COOKIE)
      if (token) await db.pool.query('DELETE FROM login_steps WHERE token_hash = $1', [sha256Hex(token)])
      return cleared()
    },

    async purge() {
      await db.pool.query('DELETE FROM login_steps WHERE expires_at <= now()')
    }
  }
}
