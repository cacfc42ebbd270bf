import { type Ctx, callerLogFields } from '~/server/access/contract'
import { recordLogin, sessionIdOf } from '~/server/accounts'
import type { Change } from '~/server/change'
import { lockUser } from '~/server/db'
import { AppError } from '~/server/platform/errors'
import type { FactorDeps } from './deps'
import type { Step } from './login-steps'

type Begun = Pick<Step, 'userId' | 'provider' | 'idToken' | 'sidHash'>

export const stepExpired = () => new AppError('factor.expired', 401)

export function createFinishing({ db, accounts, attempts, steps, log }: FactorDeps) {
  /**
   * Returns the password hash for the session. @throws AppError `factor.expired` 401 when the account may not log in
   */
  const record = async (tx: Change, userId: string, factor: string): Promise<string> => {
    const hash = await recordLogin(tx, userId)
    if (hash === null) throw stepExpired()
    await tx.audit({ action: 'logged_in', target: `user:${userId}`, by: userId, after: { factor } })
    return hash
  }

  return {
    record,

    /** Consumes the waiting login and audits it. @throws AppError `factor.expired` 401 */
    async pass(tx: Change, step: Step, factor: string): Promise<string> {
      await lockUser(tx, step.userId)
      if (!(await steps.take(tx, step))) throw stepExpired()
      return record(tx, step.userId, factor)
    },

    async begin(ctx: Ctx, step: Begun, hash: string, cookies: string | null): Promise<string[]> {
      const { userId } = step
      const { cookie } = await accounts.sessions.start(userId, ctx, hash, true)
      if (step.provider !== null)
        await db.pool.query(
          `INSERT INTO session_providers (session_id, provider_id, id_token, sid_hash)
           SELECT s.id, p.id, $3, $4 FROM sessions s, sign_in_providers p WHERE s.id = $1 AND p.id = $2`,
          [sessionIdOf(cookie), step.provider, step.idToken, step.sidHash]
        )
      const device = accounts.devices.known(cookies, userId)
      await attempts.succeeded({ action: 'login', account: userId, ip: ctx.ip, device })
      await attempts.succeeded({ action: 'factor', account: userId, ip: ctx.ip })
      log.info({ ...callerLogFields(ctx), user: userId }, 'logged_in')
      return [cookie, accounts.devices.remember(cookies, userId), steps.cleared()]
    }
  }
}
