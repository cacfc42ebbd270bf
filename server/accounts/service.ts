import { type Actor, type Ctx, callerLogFields } from '~/server/access/contract'
import { bool, row, text, uuid } from '~/server/db'
import type { LoginSteps } from '~/server/factors/contract'
import { createLoginBackoff } from '~/server/limits'
import type { MailMessage, MailOrder } from '~/server/mail/contract'
import type { Caches } from '~/server/platform/cache'
import { AppError, loginRequired } from '~/server/platform/errors'
import type { SecretBox } from '~/server/platform/secret-box'
import type {
  LinkInput,
  LoggedIn,
  LoginInput,
  MailChangeInput,
  OwnAccount,
  OwnProfileView,
  PasswordChangeInput,
  PasswordResetInput,
  ProfileUpdateInput,
  RecoveryInput,
  RegisterInput,
  RegisterStatus,
  SignedIn
} from './contract'
import { type AccountDeps, auditOwn, auditUnknown, recordLogin } from './deps'
import { createDevices, type Devices } from './devices'
import { createEmailChanges } from './email-changes'
import { createForeignPasswords } from './foreign-passwords'
import { insertUser } from './insert-user'
import { emailLink } from './links'
import { createMailMessages } from './mail-messages'
import { purgeTokens } from './mail-tokens'
import { nameKey } from './name-key'
import { OPENED_BY_PASSWORD_SQL } from './owner-proof'
import { createPasswordChanges } from './password-changes'
import { hashPassword, verifyPassword } from './password-hash'
import { createProfiles } from './profile'
import { createRegistration } from './registration'
import { UNCONFIRMED_DAYS } from './reserved-names'
import { createSessions, type Sessions } from './sessions'
import { createVisits, type Visits } from './visits'

/** All may also throw `rate.limited` 429 or `server.busy` 503. */
export interface Accounts {
  sessions: Sessions
  devices: Devices
  visits: Visits
  /**
   * `session` is null unless accounts are active at once. With confirmation by mail, a known address gets the reply of
   * an unknown one (docs/rules/accounts.md#known-addresses).
   * @throws `account.register_disabled`, `captcha.failed`, `account.email_domain_not_allowed`, `mail.send_failed`,
   * `identity.duplicate_user_name`, `account.already_exists`
   */
  register(ctx: Ctx, input: RegisterInput): Promise<{ status: RegisterStatus; session: SignedIn | null }>
  /** Confirms a new account and logs it in. @throws `account.verification_failed` 401, `account.invalid_email` 400 */
  verify(ctx: Ctx, input: LinkInput): Promise<SignedIn>
  /**
   * Replaces the caller's session. The `Cookie` header also tells whether the device is known.
   * @throws `captcha.failed`; `account.bad_credentials` 401 for any wrong pair; for a right one `account.banned` 401,
   * `account.only_providers` 403, or `account.second_factor` 401 with the cookie and the kinds of factors
   */
  login(ctx: Ctx, input: LoginInput, cookieHeader?: string | null): Promise<LoggedIn>
  /** Works for banned accounts too; returns the clearing cookie. @throws `auth.login_required` 401 */
  logout(ctx: Ctx, cookieHeader: string | null): Promise<SignedIn>
  /**
   * Replies equally for unknown accounts. @throws `captcha.failed`, `account.reset_via_admin_only`, `mail.send_failed`
   */
  recovery(ctx: Ctx, input: RecoveryInput): Promise<void>
  /** Ends all sessions. @throws `identity.invalid_token`, `account.invalid_email` */
  passwordReset(ctx: Ctx, input: PasswordResetInput): Promise<void>
  /** Ends all other sessions. @throws `identity.password_mismatch` */
  changePassword(ctx: Ctx, input: PasswordChangeInput): Promise<void>
  /**
   * Mails a link to the new address.
   * @throws `account.email_domain_not_allowed`, `account.password_required`, `account.login_again`,
   * `identity.password_mismatch`, `mail.send_failed`, `account.change_email_via_admin_only` with `data: false`
   */
  changeEmail(ctx: Ctx, input: MailChangeInput): Promise<void>
  /** @throws `identity.invalid_token`, `account.invalid_email`, `account.email_in_use` */
  confirmEmail(ctx: Ctx, input: LinkInput): Promise<void>
  profile(ctx: Ctx): Promise<OwnProfileView>
  account(ctx: Ctx): Promise<OwnAccount>
  /** @throws `identity.duplicate_user_name` */
  update(ctx: Ctx, input: ProfileUpdateInput): Promise<void>
  /**
   * Written when it is sent. Null when nobody needs it any more: the account is gone, banned, or has done what the
   * mail asks for.
   */
  mailMessage(order: MailOrder): Promise<MailMessage | null>
  /** Deletes ended sessions, tokens of mails, and accounts whose address was not confirmed in `UNCONFIRMED_DAYS`. */
  purge(): Promise<void>
  /** Null when one exists, or the name or address is taken (docs/rules/accounts.md#first-administrator). */
  ensureAdministrator(ctx: Ctx, password: string): Promise<Actor['userName'] | null>
  /**
   * Resets `Admin`, else the oldest administrator: active, without sessions, factors and identities. Null without administrators.
   */
  resetAdministrator(ctx: Ctx, password: string): Promise<Actor['userName'] | null>
}

interface Needs extends Omit<AccountDeps, 'sessions' | 'attempts'> {
  caches: Caches
  /** Configured, never read from a request. */
  origin: string
  limited: boolean
  cookieAliases: readonly string[]
  secretBox: SecretBox
  steps: LoginSteps
}

const LOGIN = { id: uuid, hash: text, active: bool, banned: bool, byPassword: bool }
const ADMINISTRATOR = { userName: 'Admin', email: 'admin@localhost' }

const secondFactorNeeded = (cookie: string, factors: readonly string[]) =>
  new AppError('account.second_factor', 401, {
    extra: { code: 'account.second_factor', factors },
    headers: { 'Set-Cookie': cookie }
  })

export function createAccounts({
  caches,
  origin,
  limited,
  cookieAliases,
  secretBox,
  steps,
  ...needs
}: Needs): Accounts {
  const { db, change, redis, captcha, mail, log } = needs
  const sessions = createSessions(
    { db, caches, change, redis, log },
    {
      secure: origin.startsWith('https:'),
      limited,
      aliases: cookieAliases,
      staffSecondFactor: async () => (await needs.settings.read()).accountPolicy.staffSecondFactor
    }
  )
  const attempts = createLoginBackoff(redis, log, { enabled: limited })
  const devices = createDevices(secretBox, { secureCookies: origin.startsWith('https:') })
  const foreign = createForeignPasswords(db)
  const deps: AccountDeps = { ...needs, sessions, attempts }

  const warn = async (ctx: Ctx, userId: string) => {
    if (!mail.configured) return
    await change(ctx, async (tx) => {
      const owner = await row(tx, { email: text }, 'SELECT email FROM users WHERE id = $1', [userId])
      if (!owner) return
      await mail.order(tx, { kind: 'guessed', userId, address: owner.email, locale: ctx.locale })
    })
  }

  return {
    sessions,
    devices,
    visits: createVisits(db, redis, log),
    ...createRegistration(deps),
    ...createPasswordChanges(deps),
    ...createProfiles(deps),
    ...createEmailChanges(deps),
    mailMessage: createMailMessages(db, (...link) => emailLink(origin, ...link), origin),

    async login(ctx, input, cookieHeader = null) {
      await captcha.check(ctx, input.challenge)
      const key = nameKey(input.userName.trim())
      // A single query, so that its time does not reveal what exists. A name wins over an address.
      const found = await row(
        db.pool,
        LOGIN,
        `SELECT id, password_hash AS hash, active, role = 'Banned' AS banned,
           ${OPENED_BY_PASSWORD_SQL} AS "byPassword" FROM users u
         WHERE user_name_key = $1 OR email_key = $1 ORDER BY user_name_key = $1 DESC LIMIT 1`,
        [key]
      )
      const user = found ?? null
      const device = user && devices.known(cookieHeader, user.id)
      const attempt = { action: 'login' as const, account: user?.id ?? key, ip: ctx.ip, device }
      const { notify } = await attempts.take(attempt)
      const began = performance.now()
      const right = await verifyPassword(user?.hash ?? null, input.password)
      if (!user || !right || (!user.active && !user.banned)) {
        log.info({ ...callerLogFields(ctx), account: user?.id ?? null }, 'login_refused')
        await auditUnknown(db.pool, ctx, 'login_refused', user?.id ?? null)
        if (notify && user?.active) await warn(ctx, user.id)
        await foreign.refuse(began)
        throw new AppError('account.bad_credentials', 401)
      }
      if (user.banned) throw new AppError('account.banned', 401)
      if (!user.byPassword && (await needs.settings.read()).accountPolicy.onlyProviders)
        throw new AppError('account.only_providers', 403)
      const step = await steps.begin(user.id, { passwordHash: user.hash })
      if (step) {
        await auditUnknown(db.pool, ctx, 'second_factor_asked', user.id)
        throw secondFactorNeeded(step.cookie, step.kinds)
      }
      const session = await sessions.start(user.id, ctx, user.hash)
      const own = await foreign.ownHash(user.hash, input.password)
      await change(ctx, async (tx) => {
        await recordLogin(tx, user.id)
        await auditOwn(tx, 'logged_in', user.id)
        if (own) await foreign.replace(tx, user, own)
      })
      log.info({ ...callerLogFields(ctx), user: user.id }, 'logged_in')
      await attempts.succeeded(attempt)
      return { ...session, device: devices.remember(cookieHeader, user.id) }
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
      await change(ctx, async (tx) => {
        const account = { userName, email, passwordHash, active: true, role: 'Admin' as const, ip: ctx.ip }
        const id = await insertUser(tx, account)
        await tx.audit({ action: 'administrator_created', target: `user:${id}` })
      })
      return userName
    },

    async resetAdministrator(ctx, password) {
      const passwordHash = await hashPassword(password)
      return change(ctx, async (tx) => {
        const user = await row(
          tx,
          { id: uuid, userName: text },
          `UPDATE users SET password_hash = $1, active = true WHERE id = (
             SELECT id FROM users WHERE role = 'Admin' ORDER BY user_name_key = $2 DESC, id LIMIT 1
           ) RETURNING id, user_name AS "userName"`,
          [passwordHash, nameKey(ADMINISTRATOR.userName)]
        )
        if (!user) return null
        await sessions.drop(tx, user.id)
        // The operator gets in without them, and is who gave the role from now on.
        for (const table of ['second_factors', 'recovery_codes', 'login_steps', 'user_identities'])
          await tx.query(`DELETE FROM ${table} WHERE user_id = $1`, [user.id])
        await tx.audit({ action: 'administrator_reset', target: `user:${user.id}` })
        return user.userName
      })
    }
  }
}
