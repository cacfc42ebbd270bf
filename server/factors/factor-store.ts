import { requireConfirmed } from '~/server/access'
import { type Ctx, callerLogFields } from '~/server/access/contract'
import type { Change } from '~/server/change'
import { lockUser } from '~/server/db'
import { orderToOwner } from '~/server/mail'
import { AppError } from '~/server/platform/errors'
import { uuid7 } from '~/server/platform/ids'
import { type FactorKind, MAX_FACTORS } from './constants'
import type { AddedFactor } from './contract'
import type { FactorDeps } from './deps'
import { type createFinishing, stepExpired } from './finishing'
import type { Step } from './login-steps'
import { defineRecoveryCodes, defineSecondFactors } from './model'
import { replaceCodes } from './recovery-codes'

/** `step`: the login that requires a factor; null in a session. */
export interface Party {
  userId: string
  userName: string
  step: Step | null
}

interface NewFactor {
  kind: FactorKind
  name: string
  secret?: string
  lastStep?: number
  credentialId?: string
  publicKey?: string
  signCount?: number
  transports?: string[]
}

type SecondFactors = ReturnType<typeof defineSecondFactors>

/** Locks the account, so that the limit holds under races, and a login adds no second factor. */
async function requireRoom(
  secondFactors: SecondFactors,
  tx: Change,
  { userId, step }: Party
): Promise<boolean> {
  await lockUser(tx, userId)
  const count = await secondFactors.count({ where: { userId }, transaction: tx.transaction })
  if (step && count > 0) throw stepExpired()
  if (count >= MAX_FACTORS) throw new AppError('factor.limit', 400, { params: { max: MAX_FACTORS } })
  return count === 0
}

export function createFactorStore(deps: FactorDeps, finishing: ReturnType<typeof createFinishing>) {
  const { db, change, mail, steps, log } = deps
  const secondFactors = defineSecondFactors(db.sequelize)
  const recoveryCodes = defineRecoveryCodes(db.sequelize)

  /** @throws AppError `factor.expired` 401, `account.confirm_needed` 403 */
  const partyOf = async (ctx: Ctx, cookies: string | null): Promise<Party> => {
    const { actor } = ctx
    if (actor?.token) throw new AppError('token.login_needed', 403)
    if (actor) {
      await requireConfirmed(db.pool, ctx)
      return { userId: actor.id, userName: actor.userName, step: null }
    }
    const step = await steps.read(cookies)
    if (!step) throw stepExpired()
    return { userId: step.userId, userName: step.userName, step }
  }

  /** Adds what `prove` returns in the same transaction; null when it proved nothing. */
  const store = async (
    ctx: Ctx,
    party: Party,
    cookies: string | null,
    prove: (tx: Change) => Promise<NewFactor | null>
  ): Promise<AddedFactor | null> => {
    const { userId, step } = party
    const id = uuid7(ctx.now)
    const stored = await change(ctx, async (tx) => {
      if (!step) await requireConfirmed(tx, ctx)
      const first = await requireRoom(secondFactors, tx, party)
      const factor = await prove(tx)
      if (!factor) return null
      await secondFactors.create({ id, userId, ...factor }, { transaction: tx.transaction })
      if (factor.kind === 'passkey') tx.invalidate('passkeys')
      const { kind, name } = factor
      await tx.audit({
        action: 'factor_added',
        target: `user:${userId}`,
        by: userId,
        after: { id, kind, name }
      })
      await orderToOwner(tx, mail, 'factor_added', userId)
      const codes = first ? await replaceCodes(recoveryCodes, tx, userId) : null
      if (step) return { codes, hash: await finishing.pass(tx, step, kind) }
      const sessionId = ctx.actor?.sessionId ?? ''
      await tx.query('UPDATE sessions SET second_factor = true WHERE id = $1 AND user_id = $2', [
        sessionId,
        userId
      ])
      tx.invalidate(`session:${sessionId}`)
      return { codes, hash: null }
    })
    if (!stored) return null
    log.info({ ...callerLogFields(ctx), account: userId }, 'factor_added')
    const { codes, hash } = stored
    const session = step && hash !== null ? await finishing.begin(ctx, step, hash, cookies) : []
    return { codes, cookies: session, loggedIn: step !== null }
  }

  return { partyOf, store }
}
