import { randomBytes } from 'node:crypto'
import { bool, row, type Sql, text, uuid } from '~/server/db'
import { sha256Hex } from '~/server/platform/sha256'
import { OWN_PASSWORD } from './owner-proof'

export type TokenPurpose = 'verify' | 'reset' | 'confirm'

/** Changes with password and address, which voids earlier links. */
const STAMP = `encode(sha256(convert_to(u.password_hash || E'\\n' || u.email_key, 'UTF8')), 'hex')`

/** Creates a link's secret, valid for `hours`, and voids the one before. `email`: the address that it proves. */
export async function issueToken(
  sql: Sql,
  userId: string,
  purpose: TokenPurpose,
  email: string,
  hours = 3
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await sql.query(
    `INSERT INTO mail_tokens (user_id, purpose, token_hash, email, stamp, expires_at)
     SELECT u.id, $2, $3, $4, ${STAMP}, now() + make_interval(hours => $5) FROM users u WHERE u.id = $1
     ON CONFLICT (user_id, purpose) DO UPDATE SET
       token_hash = excluded.token_hash, email = excluded.email, stamp = excluded.stamp,
       expires_at = excluded.expires_at`,
    [userId, purpose, sha256Hex(token), email, hours]
  )
  return token
}

const VALID = `u.id = t.user_id AND t.token_hash = $1 AND t.purpose = $2 AND t.expires_at > now() AND t.stamp = ${STAMP}`

/** The account of a token that holds, without using it up. */
export async function findTokenOwner(
  sql: Sql,
  purpose: TokenPurpose,
  token: string
): Promise<{ id: string; own: boolean } | null> {
  const found = await row(
    sql,
    { id: uuid, own: bool },
    `SELECT u.id, ${OWN_PASSWORD} AS own FROM mail_tokens t, users u WHERE ${VALID}`,
    [sha256Hex(token), purpose]
  )
  return found ?? null
}

/**
 * Uses up a token; only one of several concurrent calls gets it. Null when invalid. Locks the account first, as its deletion
 * does.
 */
export async function consumeToken(
  sql: Sql,
  purpose: TokenPurpose,
  token: string
): Promise<{ userId: string; email: string } | null> {
  await sql.query(
    'SELECT FROM users WHERE id = (SELECT user_id FROM mail_tokens WHERE token_hash = $1) FOR NO KEY UPDATE',
    [sha256Hex(token)]
  )
  const taken = await row(
    sql,
    { userId: uuid, email: text },
    `DELETE FROM mail_tokens t USING users u WHERE ${VALID} RETURNING t.user_id AS "userId", t.email`,
    [sha256Hex(token), purpose]
  )
  return taken ?? null
}

export async function purgeTokens(sql: Sql): Promise<void> {
  await sql.query('DELETE FROM mail_tokens WHERE expires_at <= now()')
}
