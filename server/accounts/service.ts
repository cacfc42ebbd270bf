import { Op, type Transaction } from 'sequelize'
import { audit } from '~/server/audit'
import type { Caches } from '~/server/platform/cache'
import { type Database, rawOf } from '~/server/platform/db'
import { AppError, isUniqueViolation, loginRequired } from '~/server/platform/errors'
import { uuid7 } from '~/server/platform/ids'
import type { Log } from '~/server/platform/log'
import type { Settings } from '~/server/settings'
import type {
  Actor,
  Ctx,
  LoginInput,
  ProfileView,
  RegisterInput,
  RegisterStatus,
  Role,
  SignedIn
} from './contract'
import { defineUser } from './model'
import { nameKey } from './names'
import { hashPassword, verifyPassword } from './passwords'
import { createSessions, type Sessions } from './sessions'

export interface Accounts {
  sessions: Sessions
  /** Creates an account; `session` only when the policy activates accounts at once (behaviour.md 1.2). */
  register(ctx: Ctx, input: RegisterInput): Promise<{ status: RegisterStatus; session: SignedIn | null }>
  /** @throws AppError `account.bad_credentials` 401 for any wrong pair, `account.banned` 401 for a right one. */
  login(ctx: Ctx, input: LoginInput): Promise<SignedIn>
  /**
   * Ends the session of a `Cookie` header; answers the cookie that clears it. A banned account may do so too.
   * @throws AppError 401 without a session.
   */
  logout(ctx: Ctx, cookieHeader: string | null): Promise<SignedIn>
  profile(ctx: Ctx): Promise<ProfileView>
  /** Creates the first administrator when the name `Admin` is free (decisions.md); null when it is not. */
  ensureAdministrator(ctx: Ctx, password: string): Promise<Actor['userName'] | null>
}

interface Needs {
  db: Database
  caches: Caches
  settings: Settings
  log: Log
  /** True when the platform is reached over https. */
  secure: boolean
}

interface NewAccount {
  userName: string
  email: string
  password: string
  active: boolean
  role?: Role
}

const ADMINISTRATOR = { userName: 'Admin', email: 'admin@localhost' }

function domainAllowed(list: string, email: string): boolean {
  const domains = list
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter(Boolean)
  return domains.length === 0 || domains.includes(email.split('@').at(-1)!.toLowerCase())
}

export function createAccounts({ db, caches, settings, log, secure }: Needs): Accounts {
  const users = defineUser(db.sequelize)
  const sessions = createSessions(db, caches, secure)

  const create = async (ctx: Ctx, input: NewAccount, transaction?: Transaction) => {
    const { userName, email, password, active, role = 'User' } = input
    const passwordHash = await hashPassword(password)
    const keys = { userNameKey: nameKey(userName), emailKey: nameKey(email) }
    return users.create(
      {
        id: uuid7(ctx.now),
        userName,
        email,
        ...keys,
        passwordHash,
        active,
        role,
        ip: ctx.ip,
        registeredAt: ctx.now
      },
      { transaction }
    )
  }

  return {
    sessions,

    async register(ctx, input) {
      const { accountPolicy: policy } = await settings.read()
      if (!policy.allowRegister) throw new AppError('account.register_disabled')
      if (!domainAllowed(policy.emailDomainList, input.email))
        throw new AppError('account.email_domain_not_allowed', 400, {
          params: { list: policy.emailDomainList }
        })
      try {
        const user = await create(ctx, { ...input, active: policy.activeOnRegister })
        log.info({ user: user.id, requestId: ctx.requestId }, 'account_registered')
        if (policy.activeOnRegister)
          return { status: 'LoggedIn', session: await sessions.start(user.id, ctx) }
        const status = policy.emailConfirmationRequired
          ? 'EmailConfirmationRequired'
          : 'AdminConfirmationRequired'
        return { status, session: null }
      } catch (error) {
        if (isUniqueViolation(error, 'users_user_name_key_key'))
          throw new AppError('identity.duplicate_user_name')
        if (isUniqueViolation(error, 'users_email_key_key')) throw new AppError('account.already_exists')
        throw error
      }
    },

    async login(ctx, input) {
      const key = nameKey(input.userName.trim())
      // One query whichever it is: its time tells nobody what exists.
      const named = await users.findAll({ where: { [Op.or]: [{ userNameKey: key }, { emailKey: key }] } })
      const user = named.find(({ userNameKey }) => userNameKey === key) ?? named[0] ?? null
      const right = await verifyPassword(user?.passwordHash ?? null, input.password)
      if (!user || !right || (!user.active && user.role !== 'Banned')) {
        log.info({ user: user?.id ?? null, ip: ctx.ip, requestId: ctx.requestId }, 'login_refused')
        throw new AppError('account.bad_credentials', 401)
      }
      if (user.role === 'Banned') throw new AppError('account.banned', 401)
      const session = await sessions.start(user.id, ctx)
      await db.pool.query(
        'UPDATE users SET last_signed_in_at = now(), last_visited_at = now(), ip = $2 WHERE id = $1',
        [user.id, ctx.ip]
      )
      return session
    },

    async logout(ctx, cookieHeader) {
      if (!ctx.actor) throw loginRequired()
      return sessions.end(cookieHeader)
    },

    async profile(ctx) {
      const user = ctx.actor && (await users.findByPk(ctx.actor.id))
      if (!user) throw loginRequired()
      return {
        userId: user.id,
        userName: user.userName,
        email: user.email,
        bio: user.bio,
        phone: user.phone,
        realName: user.realName,
        stdNumber: user.stdNumber,
        avatar: user.avatarHash && `/assets/${user.avatarHash}/avatar`,
        role: user.role
      }
    },

    async ensureAdministrator(ctx, password) {
      const existing = await users.findOne({ where: { userNameKey: nameKey(ADMINISTRATOR.userName) } })
      if (existing) return null
      return db.modelTransaction(async (tx) => {
        const user = await create(ctx, { ...ADMINISTRATOR, password, active: true, role: 'Admin' }, tx)
        await audit(rawOf(tx), ctx, { action: 'administrator_created', target: `user:${user.id}` })
        return user.userName
      })
    }
  }
}
