import type { Ctx } from '~/server/access/contract'
import { audit } from '~/server/audit'
import type { Captcha } from '~/server/captcha'
import type { Change, MakeChange } from '~/server/change'
import { type Database, row, type Sql, text } from '~/server/db'
import type { Attempts } from '~/server/limits'
import type { Mail } from '~/server/mail'
import type { Log } from '~/server/platform/log'
import type { Redis } from '~/server/platform/redis'
import type { Plugins } from '~/server/plugins'
import type { Settings } from '~/server/settings'
import type { Sessions } from './sessions'

export interface AccountDeps {
  db: Database
  change: MakeChange
  redis: Redis
  settings: Settings
  mail: Mail
  captcha: Captcha
  sessions: Sessions
  attempts: Attempts
  plugins: Pick<Plugins, 'register'>
  log: Log
  /** Of server/sign-in, which needs the accounts itself. */
  unlinkAll(tx: Change, userId: string, options: { onlyProviders: boolean; by?: string }): Promise<void>
}

/** Audits a use of a password or mailed link; the account is the actor even without a session. */
export function auditOwn(tx: Change, action: string, userId: string, difference: object = {}) {
  return tx.audit({ action, target: `user:${userId}`, by: userId, ...difference })
}

/** Notes a login from the caller's address. Returns the password hash of the account; null when it may not log in. */
export async function recordLogin(tx: Change, userId: string): Promise<string | null> {
  const user = await row(
    tx,
    { hash: text },
    `UPDATE users SET last_signed_in_at = now(), last_visited_at = now(), ip = $2
     WHERE id = $1 AND active AND role <> 'Banned' RETURNING password_hash AS hash`,
    [userId, tx.ctx.ip]
  )
  return user?.hash ?? null
}

/** Audits an attempt without proof of identity; `userId` null: unknown account. */
export function auditUnknown(sql: Sql, ctx: Ctx, action: string, userId: string | null) {
  return audit(sql, ctx, { action, target: `user:${userId ?? 'unknown'}` })
}
