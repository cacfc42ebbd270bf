import { audit } from '~/server/audit'
import type { Captcha } from '~/server/captcha'
import type { Mail } from '~/server/mail'
import type { Database, Sql } from '~/server/platform/db'
import type { Log } from '~/server/platform/log'
import type { Redis } from '~/server/platform/redis'
import type { Settings } from '~/server/settings'
import type { Backoff } from './backoff'
import type { Ctx } from './contract'
import type { Sessions } from './sessions'

/** What the parts of this feature share. */
export interface Parts {
  db: Database
  redis: Redis
  settings: Settings
  mail: Mail
  captcha: Captcha
  sessions: Sessions
  backoff: Backoff
  log: Log
}

/** Writes into the audit log what an account did by password or by a link of its own, with or without a session. */
export function deedOf(sql: Sql, ctx: Ctx, action: string, userId: string, change: object = {}) {
  return audit(sql, ctx, { action, target: `user:${userId}`, by: userId, ...change })
}

/** Writes into the audit log what somebody unknown tried with an account, or had done to it. */
export function noteOf(sql: Sql, ctx: Ctx, action: string, userId: string | null, change: object = {}) {
  return audit(sql, ctx, { action, target: `user:${userId ?? 'unknown'}`, ...change })
}
