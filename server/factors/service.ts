import { requireActor, requireConfirmed } from '~/server/access'
import { type Ctx, callerLogFields, isStaff } from '~/server/access/contract'
import { auditUnknown, proveOwner } from '~/server/accounts'
import { lockUser, oneOf, row, text } from '~/server/db'
import { orderToOwner } from '~/server/mail'
import { AppError, notFound } from '~/server/platform/errors'
import { endSessions, lockAccount } from '~/server/users'
import { type Adding, createAdding } from './adding'
import { consumeCode, markConfirmed } from './codes'
import { FACTOR_KINDS } from './constants'
import type { ConfirmInput, FactorsView, WaitingLogin } from './contract'
import type { FactorDeps } from './deps'
import { createFinishing, stepExpired } from './finishing'
import { listFactorKinds } from './login-steps'
import { defineLoginSteps, defineRecoveryCodes, defineSecondFactors } from './model'
import { createPasskeys, type Passkeys } from './passkeys'
import { replaceCodes } from './recovery-codes'

export interface Factors extends Adding {
  passkeys: Passkeys
  /** Oldest first, at most 10. @throws AppError 403 for a token */
  view(ctx: Ctx): Promise<FactorsView>
  /** @throws AppError `factor.not_found` 404 */
  rename(ctx: Ctx, id: string, name: string): Promise<void>
  /**
   * The last one takes recovery codes along. @throws `account.confirm_needed` 403, `factor.not_found` 404,
   * `.last_required` 400
   */
  remove(ctx: Ctx, id: string): Promise<void>
  /** Replaces recovery codes; returned only once. @throws AppError `account.confirm_needed` 403, `factor.none` 400 */
  newCodes(ctx: Ctx): Promise<string[]>
  /** Null for no login or an expired one. */
  waiting(cookies: string | null): Promise<WaitingLogin | null>
  /** Returns `Set-Cookie` values. @throws AppError `factor.expired` 401, `factor.wrong_code` 400, `rate.limited` 429 */
  finish(ctx: Ctx, code: string, cookies: string | null): Promise<string[]>
  /** Forgets the waiting login. Returns the `Set-Cookie` that ends it. */
  cancel(cookies: string | null): Promise<string>
  /**
   * For ten minutes of the session. @throws `identity.password_mismatch`, `account.login_again`, `factor.wrong_code` 400,
   * `rate.limited` 429
   */
  confirm(ctx: Ctx, input: ConfirmInput): Promise<void>
  /** How many an account has. Administrators only. */
  count(ctx: Ctx, userId: string): Promise<number>
  /**
   * Removes factors and recovery codes, ends sessions and mails the owner. Administrators only.
   * @throws AppError `account.confirm_needed` 403, `user.not_found` 404, `factor.own_reset` 400 for the own account
   */
  reset(ctx: Ctx, userId: string): Promise<void>
  /** Deletes expired logins that wait, and used challenges of passkeys. */
  purge(): Promise<void>
}

/** Tokens may not read or change factors. */
function requireLogin(ctx: Ctx) {
  const actor = requireActor(ctx)
  if (actor.token) throw new AppError('token.login_needed', 403)
  return actor
}

export function createFactors(deps: FactorDeps): Factors {
  const { db, change, settings, attempts, secretBox, steps, log } = deps
  const secondFactors = defineSecondFactors(db.sequelize)
  const recoveryCodes = defineRecoveryCodes(db.sequelize)
  const loginSteps = defineLoginSteps(db.sequelize)
  const finishing = createFinishing(deps)

  const wrongCode = async (ctx: Ctx, userId: string): Promise<AppError> => {
    log.info({ ...callerLogFields(ctx), account: userId }, 'second_factor_refused')
    await auditUnknown(db.pool, ctx, 'second_factor_refused', userId)
    return new AppError('factor.wrong_code', 400, { extra: { field: 'code' } })
  }

  const required = async (ctx: Ctx): Promise<boolean> =>
    isStaff(requireActor(ctx)) && (await settings.read()).accountPolicy.staffSecondFactor

  return {
    ...createAdding(deps, finishing),
    passkeys: createPasskeys(deps, finishing),

    async view(ctx) {
      const { id } = requireLogin(ctx)
      const found = await secondFactors.findAll({
        attributes: ['id', 'kind', 'name', 'createdAt', 'lastUsedAt'],
        where: { userId: id },
        order: ['createdAt', 'id'],
        limit: 100
      })
      const codesLeft = await recoveryCodes.count({ where: { userId: id, usedAt: null } })
      return { factors: found.map((one) => one.get()), codesLeft, required: await required(ctx) }
    },

    async rename(ctx, id, name) {
      const { id: userId } = requireLogin(ctx)
      await change(ctx, async (tx) => {
        const { transaction } = tx
        const factor = await secondFactors.findOne({
          attributes: ['id', 'name'],
          where: { id, userId },
          transaction,
          lock: transaction.LOCK.UPDATE,
          rejectOnEmpty: notFound('factor.not_found')
        })
        const before = { name: factor.name }
        await factor.update({ name }, { transaction })
        await tx.audit({ action: 'factor_renamed', target: `user:${userId}`, before, after: { name } })
      })
    },

    async remove(ctx, id) {
      const { id: userId } = requireLogin(ctx)
      const must = await required(ctx)
      await change(ctx, async (tx) => {
        await requireConfirmed(tx, ctx)
        await lockUser(tx, userId)
        const removed = await row(
          tx,
          { kind: oneOf(FACTOR_KINDS), name: text },
          'DELETE FROM second_factors WHERE id = $1 AND user_id = $2 RETURNING kind, name',
          [id, userId]
        )
        if (!removed) throw notFound('factor.not_found')
        if ((await listFactorKinds(tx, userId)).length === 0) {
          if (must) throw new AppError('factor.last_required')
          await recoveryCodes.destroy({ where: { userId }, transaction: tx.transaction })
        }
        await tx.audit({ action: 'factor_removed', target: `user:${userId}`, before: { id, ...removed } })
        await orderToOwner(tx, deps.mail, 'factor_removed', userId)
      })
      log.info(callerLogFields(ctx), 'factor_removed')
    },

    async newCodes(ctx) {
      const { id: userId } = requireLogin(ctx)
      return change(ctx, async (tx) => {
        await requireConfirmed(tx, ctx)
        await lockUser(tx, userId)
        if ((await listFactorKinds(tx, userId)).length === 0) throw new AppError('factor.none')
        await tx.audit({ action: 'recovery_codes_made', target: `user:${userId}` })
        return replaceCodes(recoveryCodes, tx, userId)
      })
    },

    async waiting(cookies) {
      const step = await steps.read(cookies)
      return step && { userName: step.userName, kinds: await listFactorKinds(db.pool, step.userId) }
    },

    async finish(ctx, code, cookies) {
      const step = await steps.read(cookies)
      if (!step) throw stepExpired()
      await attempts.take({ action: 'factor', account: step.userId, ip: ctx.ip })
      const hash = await change(ctx, async (tx) => {
        await lockUser(tx, step.userId)
        const used = await consumeCode(tx, secretBox, step.userId, code, { recovery: true })
        if (used === 'recovery')
          await tx.audit({ action: 'recovery_code_used', target: `user:${step.userId}`, by: step.userId })
        return used && finishing.pass(tx, step, used)
      })
      if (hash === null) throw await wrongCode(ctx, step.userId)
      return finishing.begin(ctx, step, hash, cookies)
    },

    cancel: steps.cancel,

    async confirm(ctx, { password, code }) {
      const { id, sessionId } = requireLogin(ctx)
      if (!code?.trim()) {
        const proof = await proveOwner(deps, ctx, password, 'confirmation_refused')
        // Fresh already; a session must not prolong itself.
        if (!proof.byPassword) return
        await change(ctx, (tx) => markConfirmed(tx, id, sessionId))
        return
      }
      const attempt = { action: 'factor' as const, account: id, ip: ctx.ip }
      await attempts.take(attempt)
      const proved = await change(ctx, async (tx) => {
        await lockUser(tx, id)
        if (!(await consumeCode(tx, secretBox, id, code, { recovery: false }))) return false
        await markConfirmed(tx, id, sessionId)
        return true
      })
      if (!proved) throw await wrongCode(ctx, id)
      await attempts.succeeded(attempt)
    },

    async count(ctx, userId) {
      requireActor(ctx, 'Admin')
      return secondFactors.count({ where: { userId } })
    },

    async reset(ctx, userId) {
      const { id } = requireActor(ctx, 'Admin')
      if (id === userId) throw new AppError('factor.own_reset')
      await change(ctx, async (tx) => {
        await requireConfirmed(tx, ctx)
        await lockAccount(tx, userId)
        const { transaction } = tx
        await secondFactors.destroy({ where: { userId }, transaction })
        await recoveryCodes.destroy({ where: { userId }, transaction })
        await loginSteps.destroy({ where: { userId }, transaction })
        await endSessions(tx, [userId])
        await tx.audit({ action: 'factors_reset', target: `user:${userId}` })
        await orderToOwner(tx, deps.mail, 'factors_reset', userId)
      })
      log.info({ ...callerLogFields(ctx), account: userId }, 'factors_reset')
    },

    async purge() {
      await steps.purge()
      await db.pool.query('DELETE FROM used_challenges WHERE expires_at <= now()')
    }
  }
}
