import { audit } from '~/server/audit'
import type { Letter, MailOrder } from '~/server/mail/contract'
import type { Caches } from '~/server/platform/cache'
import { AppError, loginRequired } from '~/server/platform/errors'
import { uuid7 } from '~/server/platform/ids'
import { createAddresses } from './address'
import { createBackoff } from './backoff'
import {
  type Actor,
  type Ctx,
  callerOf,
  type LinkInput,
  type LoginInput,
  type MailChangeInput,
  type PasswordChangeInput,
  type PasswordResetInput,
  type ProfileUpdateInput,
  type ProfileView,
  type RecoveryInput,
  type RegisterInput,
  type RegisterStatus,
  type SignedIn
} from './contract'
import { createLetters } from './letters'
import { linkTo } from './links'
import { nameKey } from './names'
import { deedOf, noteOf, type Parts } from './parts'
import { createPasswords } from './password'
import { hashPassword, verifyPassword } from './passwords'
import { createProfiles } from './profile'
import { createRegistration } from './registration'
import { UNCONFIRMED_DAYS } from './reserved'
import { createSessions, type Sessions } from './sessions'
import { purgeTokens } from './tokens'
import { createVisits, type Visits } from './visits'

/** Refusals are AppErrors; any of these may also be `rate.limited` 429 or `server.busy` 503. */
export interface Accounts {
  sessions: Sessions
  visits: Visits
  /**
   * Creates an account; `session` only when the policy activates accounts at once. With confirmation by mail a known
   * address answers like an unknown one (behaviour.md 1.2, decisions.md).
   * @throws `account.register_disabled`, `captcha.failed`, `account.email_domain_not_allowed`, `mail.send_failed`,
   *   `identity.duplicate_user_name`, `account.already_exists`
   */
  register(ctx: Ctx, input: RegisterInput): Promise<{ status: RegisterStatus; session: SignedIn | null }>
  /**
   * Confirms the address of a new account and signs it in.
   * @throws `account.verification_failed` 401; `account.invalid_email` 400 for another address or an account that waits
   *   for nothing
   */
  verify(ctx: Ctx, input: LinkInput): Promise<SignedIn>
  /**
   * Begins a session in place of the caller's own.
   * @throws `captcha.failed`; `account.bad_credentials` 401 for any wrong pair, `account.banned` 401 for a right one
   */
  login(ctx: Ctx, input: LoginInput): Promise<SignedIn>
  /**
   * Ends the session of a `Cookie` header; answers the cookie that clears it. A banned account may do so too.
   * @throws `auth.login_required` 401
   */
  logout(ctx: Ctx, cookieHeader: string | null): Promise<SignedIn>
  /**
   * Has a link for a new password sent, if there is such an account; the answer is the same if not.
   * @throws `captcha.failed`, `account.reset_via_admin_only`, `mail.send_failed`
   */
  recovery(ctx: Ctx, input: RecoveryInput): Promise<void>
  /**
   * Sets a new password by a link and ends all sessions; signs nobody in.
   * @throws `identity.invalid_token`, `account.invalid_email`
   */
  passwordReset(ctx: Ctx, input: PasswordResetInput): Promise<void>
  /** Ends all other sessions. @throws `identity.password_mismatch` */
  changePassword(ctx: Ctx, input: PasswordChangeInput): Promise<void>
  /**
   * Has a link sent to the new address.
   * @throws `account.email_in_use`, `account.email_domain_not_allowed`, `account.change_email_via_admin_only` with
   *   `data: false`, `mail.send_failed`
   */
  changeEmail(ctx: Ctx, input: MailChangeInput): Promise<void>
  /** @throws `identity.invalid_token`, `account.invalid_email`, `account.email_in_use` */
  confirmEmail(ctx: Ctx, input: LinkInput): Promise<void>
  profile(ctx: Ctx): Promise<ProfileView>
  /** @throws `identity.duplicate_user_name` */
  update(ctx: Ctx, input: ProfileUpdateInput): Promise<void>
  /** The mail that an order of the outbox stands for; null when there is nobody it should go to. */
  letter(order: MailOrder): Promise<Letter | null>
  /** Forgets sessions and links that have run out, and accounts that nobody confirmed in a week. */
  purge(): Promise<void>
  /**
   * Creates the first administrator, called `Admin` (decisions.md, First administrator). Null when there is one by
   * any name, or when the name or its address belongs to somebody.
   */
  ensureAdministrator(ctx: Ctx, password: string): Promise<Actor['userName'] | null>
  /**
   * Gives an administrator who lost it a new password, lets the account log in and ends its sessions: `Admin`, or, when
   * no administrator has that name, the one who was there first. For whoever runs the platform; null when there is none.
   */
  resetAdministrator(ctx: Ctx, password: string): Promise<Actor['userName'] | null>
}

interface Needs extends Omit<Parts, 'sessions' | 'backoff'> {
  caches: Caches
  /** The platform's own address, for links and cookies; never one that a request named. */
  origin: string
  /** True when attempts are slowed down. */
  limited: boolean
}

const ADMINISTRATOR = { userName: 'Admin', email: 'admin@localhost' }

export function createAccounts({ caches, origin, limited, ...needs }: Needs): Accounts {
  const { db, redis, captcha, log } = needs
  const sessions = createSessions(db, caches, origin.startsWith('https:'), limited)
  const backoff = createBackoff(redis, log, limited)
  const parts: Parts = { ...needs, sessions, backoff }

  return {
    sessions,
    visits: createVisits(db, redis, log),
    ...createRegistration(parts),
    ...createPasswords(parts),
    ...createProfiles(parts),
    ...createAddresses(parts),
    letter: createLetters(db, (...link) => linkTo(origin, ...link), origin),

    async login(ctx, input) {
      await captcha.check(ctx, input.challenge)
      const key = nameKey(input.userName.trim())
      // One query whichever it is: its time tells nobody what exists. A name comes before an address.
      const { rows } = await db.pool.query<{ id: string; hash: string; active: boolean; banned: boolean }>(
        `SELECT id, password_hash AS hash, active, role = 'Banned' AS banned FROM users
         WHERE user_name_key = $1 OR email_key = $1 ORDER BY user_name_key = $1 DESC LIMIT 1`,
        [key]
      )
      const user = rows[0] ?? null
      const attempt = { action: 'login' as const, account: user?.id ?? key, ip: ctx.ip }
      await backoff.begin(attempt)
      const right = await verifyPassword(user?.hash ?? null, input.password)
      if (!user || !right || (!user.active && !user.banned)) {
        log.info({ ...callerOf(ctx), account: user?.id ?? null }, 'login_refused')
        await noteOf(db.pool, ctx, 'login_refused', user?.id ?? null)
        throw new AppError('account.bad_credentials', 401)
      }
      if (user.banned) throw new AppError('account.banned', 401)
      const session = await sessions.start(user.id, ctx, user.hash)
      await db.transaction(async (sql) => {
        await sql.query(
          'UPDATE users SET last_signed_in_at = now(), last_visited_at = now(), ip = $2 WHERE id = $1',
          [user.id, ctx.ip]
        )
        await deedOf(sql, ctx, 'logged_in', user.id)
      })
      log.info({ ...callerOf(ctx), user: user.id }, 'logged_in')
      await backoff.succeeded(attempt)
      return session
    },

    async logout(ctx, cookieHeader) {
      if (!ctx.actor) throw loginRequired()
      return sessions.end(cookieHeader)
    },

    async purge() {
      await sessions.purge()
      await purgeTokens(db.pool)
      await db.pool.query(
        'DELETE FROM users WHERE awaits_mail AND registered_at < now() - make_interval(days => $1)',
        [UNCONFIRMED_DAYS]
      )
    },

    async ensureAdministrator(ctx, password) {
      const { userName, email } = ADMINISTRATOR
      const taken = await db.pool.query(
        `SELECT FROM users WHERE role = 'Admin' OR user_name_key = $1 OR email_key = $2 LIMIT 1`,
        [nameKey(userName), nameKey(email)]
      )
      if (taken.rowCount !== 0) return null
      const passwordHash = await hashPassword(password)
      const id = uuid7(ctx.now)
      await db.transaction(async (sql) => {
        await sql.query(
          `INSERT INTO users (id, user_name, user_name_key, email, email_key, password_hash, active, role, ip, registered_at)
           VALUES ($1, $2, $3, $4, $5, $6, true, 'Admin', $7, $8)`,
          [id, userName, nameKey(userName), email, nameKey(email), passwordHash, ctx.ip, ctx.now]
        )
        await audit(sql, ctx, { action: 'administrator_created', target: `user:${id}` })
      })
      return userName
    },

    async resetAdministrator(ctx, password) {
      const passwordHash = await hashPassword(password)
      const found = await db.transaction(async (sql) => {
        const { rows } = await sql.query<{ id: string; userName: string }>(
          `UPDATE users SET password_hash = $1, active = true WHERE id = (
             SELECT id FROM users WHERE role = 'Admin' ORDER BY user_name_key = $2 DESC, id LIMIT 1
           ) RETURNING id, user_name AS "userName"`,
          [passwordHash, nameKey(ADMINISTRATOR.userName)]
        )
        const [user] = rows
        if (!user) return null
        await sessions.drop(sql, user.id)
        await audit(sql, ctx, { action: 'administrator_reset', target: `user:${user.id}` })
        return user
      })
      if (found) sessions.forget(found.id)
      return found?.userName ?? null
    }
  }
}
